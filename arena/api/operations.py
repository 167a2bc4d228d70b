"""All calls of ArenaService.

Which function answers each, and to whom it is open.
"""

from collections.abc import Mapping
from typing import Final

from arena.api.accounts import owners, statuses, tokens
from arena.api.bundles import logs, submitting, versions
from arena.api.bundles import running as runners
from arena.api.calls.call import Answer, Operation, Scopes
from arena.api.ratings import (
    bradley_terry,
    elo,
    head_to_head,
    luck,
    memory,
    play_statistics,
    receipts,
    seat_effects,
    seat_scores,
    standings,
    transfers,
)
from arena.api.records import boards, export
from arena.api.tournaments import (
    balances,
    benchmarks,
    challenges,
    entries,
    estimates,
    gates,
    roots,
    running,
    tournaments,
)


def _open_to(scopes: Scopes, *answers: Answer) -> dict[str, Operation]:
    """By the name of the method: `create_owner` answers `CreateOwner`."""
    return {each.__name__.title().replace("_", ""): Operation(scopes, each) for each in answers}


FOR_OPERATORS: Final = _open_to(
    Scopes.OPERATORS,
    owners.create_owner,
    owners.list_owners,
    owners.create_invite,
    owners.list_acts,
    tournaments.create_tournament,
    estimates.estimate_tournament,
    gates.create_gate,
    running.start_tournament,
    running.pause_tournament,
    running.resume_tournament,
    running.cancel_tournament,
    running.set_priority,
    running.extend_tournament,
    running.list_failed_blocks,
    balances.get_balance,
    elo.rebuild_ratings,
)
FOR_PEOPLE: Final = _open_to(
    Scopes.PEOPLE,
    owners.register_bot,
    owners.register_pair,
    owners.list_pairs,
    tokens.create_token,
    tokens.list_tokens,
    tokens.rotate_token,
    tokens.revoke_token,
    statuses.get_bot_status,
    statuses.get_faults,
    entries.enter_tournament,
    entries.withdraw_from_tournament,
    luck.get_luck,
    export.export_boards,
    submitting.submit_bot,
    submitting.put_bundle_part,
    versions.withdraw_version,
    benchmarks.create_benchmark,
    challenges.cancel_challenge,
    challenges.open_to_challenges,
    roots.give_beacon,
)
FOR_READERS: Final = _open_to(
    Scopes.READERS,
    owners.list_bots,
    versions.list_bot_versions,
    play_statistics.get_play_statistics,
    statuses.list_infractions,
    tournaments.list_tournaments,
    tournaments.watch_tournament,
    tournaments.list_commitments,
    balances.get_swiss_standings,
    gates.get_gate,
    standings.get_standings,
    head_to_head.get_head_to_head,
    seat_scores.get_seat_scores,
    memory.get_memory,
    transfers.get_transfers,
    elo.list_ratings,
    bradley_terry.get_strengths,
    seat_effects.get_seat_effects,
    receipts.get_elo_receipt,
    boards.list_games,
    boards.get_losses,
    boards.get_meetings,
    export.export_records,
    boards.get_board,
)
FOR_OWNERS: Final = _open_to(
    Scopes.OWNERS,
    challenges.create_challenge,
    versions.compare_versions,
    logs.get_bot_log,
)
FOR_RUNNERS: Final = _open_to(
    Scopes.RUNNERS, runners.get_runner_work, runners.get_bundle_part, runners.report_check, runners.add_seat_log
)
FOR_ANYBODY: Final = _open_to(Scopes.ANYBODY, roots.get_root, roots.list_epochs, owners.accept_invite)
OPERATIONS: Final[Mapping[str, Operation]] = {
    **FOR_OPERATORS,
    **FOR_PEOPLE,
    **FOR_READERS,
    **FOR_OWNERS,
    **FOR_RUNNERS,
    **FOR_ANYBODY,
}
