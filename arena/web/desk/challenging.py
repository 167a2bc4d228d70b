"""Challenge from a bot's own page: its owner's forms, and what they do."""

from urllib.parse import quote

from arena.web.desk.action import Outcome, Signed
from arena.web.serving.forms import Told, whole_number
from arena.wire.gen.challenges_pb2 import CreateChallengeRequest, OpenToChallengesRequest
from arena.wire.gen.tournaments_pb2 import VariantChoice


async def challenge(signed: Signed, told: Told) -> Outcome:
    """Start a match; go on at its page."""
    request = CreateChallengeRequest(
        bot=told.get("bot", ""),
        opponent=told.get("opponent", "").strip(),
        variants=[VariantChoice(variant=told.get("variant", ""))],
        boards=whole_number(told, "boards"),
    )
    made = (await signed.ask(request)).challenge
    return f"/gates/{quote(made.tournament.name)}"


async def open_bot(signed: Signed, told: Told) -> Outcome:
    """Let every owner challenge the bot."""
    return await _open(signed, told, True)


async def close_bot(signed: Signed, told: Told) -> Outcome:
    """Let nobody else challenge it any more."""
    return await _open(signed, told, False)


async def _open(signed: Signed, told: Told, is_open: bool) -> Outcome:
    name = told.get("bot", "").partition("@")[0]
    await signed.ask(OpenToChallengesRequest(name=name, open=is_open))
    return None
