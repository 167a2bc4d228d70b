"""Hand a bot in by a form: the same calls as `arena bot submit` makes."""

import asyncio
import hashlib
from typing import Final

from grpc import StatusCode

from arena.bundles import BadBundle, tidy_apart
from arena.guards.refused import Refused
from arena.web.desk.action import Action, Outcome, Signed
from arena.web.desk.bot import BOT
from arena.web.desk.home import HOME
from arena.web.serving.forms import Told
from arena.web.serving.uploads import Uploaded
from arena.wire.gen.bundles_pb2 import PutBundlePartRequest, SubmitBotRequest

PART: Final = 524_288  # bytes, as bundles.proto says
AT_ONCE: Final = asyncio.Semaphore(2)  # archives that are looked at; the pages go on


async def _hand_in(signed: Signed, told: Told) -> Outcome:
    assert isinstance(told, Uploaded)
    if not told.file:
        raise Refused(StatusCode.INVALID_ARGUMENT, "there is no file: choose the ZIP archive of your bot's folder")
    try:
        async with AT_ONCE:
            hash, packed = await tidy_apart(told.file)
    except BadBundle as problem:
        raise Refused(StatusCode.INVALID_ARGUMENT, str(problem)) from None
    request = SubmitBotRequest(
        bot=told.get("bot", "").strip(),
        version=told.get("version", "").strip(),
        packed_sha256=hashlib.sha256(packed).digest(),
        packed_bytes=len(packed),
        hash=bytes.fromhex(hash),
    )
    answer = await signed.ask(request)
    for index in answer.missing:
        part = packed[index * PART : (index + 1) * PART]
        await signed.ask(PutBundlePartRequest(packed_sha256=request.packed_sha256, index=index, data=part))
    made = answer.version if answer.HasField("version") else (await signed.ask(request)).version
    return BOT.address({"bot": made.bot}, done="hand-in")


ACTIONS = (
    Action(
        "hand-in",
        _hand_in,
        HOME,
        "It is handed in: a runner checks it before it plays, which takes a minute or so.",
        takes_file=True,
    ),
)
