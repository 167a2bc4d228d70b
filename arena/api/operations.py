"""List all operations of ArenaService by the token scopes that may call them."""

from collections.abc import Mapping
from typing import Final

from arena.api.accounts import owners, statuses, tokens
from arena.api.bundles import running as runners
from arena.api.bundles import submitting
from arena.api.calls.call import Answer, Operation, Scopes
from arena.api.ratings import elo, findings, head_to_head, play_statistics, seats, standings, strengths
from arena.api.records import boards, export
from arena.api.tournaments import gates, roots, running, tournaments


def _open_to(scopes: Scopes, *answers: Answer) -> dict[str, Operation]:
    """Return operations by the name of their method: function `create_owner` answers `CreateOwner`."""
    return {each.__name__.title().replace("_", ""): Operation(scopes, each) for each in answers}


FOR_OPERATORS: Final = _open_to(
    Scopes.OPERATORS,
    owners.create_owner,
    owners.list_owners,
    owners.create_invite,
    owners.list_acts,
    tournaments.create_tournament,
    tournaments.estimate_tournament,
    gates.create_gate,
    running.start_tournament,
    running.pause_tournament,
    running.resume_tournament,
    running.cancel_tournament,
    running.set_priority,
    running.extend_tournament,
    running.list_failed_blocks,
    tournaments.get_balance,
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
    statuses.get_infractions,
    running.enter_tournament,
    running.withdraw_from_tournament,
    findings.get_luck,
    export.export_boards,
    submitting.submit_bot,
    submitting.put_bundle_part,
    submitting.withdraw_version,
    gates.cancel_challenge,
    gates.open_to_challenges,
    roots.give_beacon,
)
FOR_READERS: Final = _open_to(
    Scopes.READERS,
    owners.list_bots,
    submitting.list_bot_versions,
    play_statistics.get_play_statistics,
    statuses.list_infractions,
    tournaments.list_tournaments,
    tournaments.watch_tournament,
    tournaments.list_commitments,
    tournaments.get_swiss_standings,
    gates.get_gate,
    standings.get_standings,
    head_to_head.get_head_to_head,
    seats.get_seat_scores,
    findings.get_findings,
    elo.list_ratings,
    strengths.get_strengths,
    elo.get_elo_receipt,
    boards.list_games,
    boards.get_losses,
    boards.get_meetings,
    export.export_records,
    boards.get_board,
)
FOR_OWNERS: Final = _open_to(Scopes.OWNERS, gates.create_challenge, submitting.compare_versions, runners.get_bot_log)
FOR_RUNNERS: Final = _open_to(
    Scopes.RUNNERS, runners.get_runner_work, runners.get_bundle_part, runners.report_check, runners.add_seat_log
)
FOR_ANYBODY: Final = _open_to(Scopes.ANYBODY, roots.get_root, roots.list_epochs, owners.accept_invite)
LISTS: Final = (FOR_OPERATORS, FOR_PEOPLE, FOR_READERS, FOR_OWNERS, FOR_RUNNERS, FOR_ANYBODY)
OPERATIONS: Final[Mapping[str, Operation]] = {name: each for operations in LISTS for name, each in operations.items()}
