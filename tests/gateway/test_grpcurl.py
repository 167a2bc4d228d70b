"""What docs/how-to/call-the-api.md calls with grpcurl, called by what reflection describes, as grpcurl does."""

import asyncio
import hashlib
import re
import shlex
from typing import Any, Final

import grpc
from google.protobuf import json_format
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from arena.store import Store
from tests.gateway.serving import serving
from tests.programs import ROOT

PAGE: Final = (ROOT / "docs/how-to/call-the-api.md").read_text().replace("\\\n", "")
TOKEN: Final = "arena_owner_of_nobody"


def call(address: str, words: list[str]) -> Any:
    """Do what grpcurl does with *words*; return the services' names, a descriptor, or the answer as JSON."""
    options = {words[place]: words[place + 1] for place in range(len(words) - 1) if words[place] in ("-d", "-H")}
    target = words[words.index("127.0.0.1:7700") + 1 :]
    with grpc.insecure_channel(address) as channel:
        database: Any = ProtoReflectionDescriptorDatabase(channel)
        pool = DescriptorPool(database)
        if target == ["list"]:
            return database.get_services()
        if target[0] == "list":
            return [method.name for method in pool.FindServiceByName(target[1]).methods]
        if target[0] == "describe":
            service, _, name = target[1].rpartition(".")
            if service.endswith("Service"):
                return pool.FindServiceByName(service).methods_by_name[name].full_name
            return pool.FindMessageTypeByName(target[1]).full_name
        service, _, name = target[0].partition("/")
        method: MethodDescriptor = pool.FindServiceByName(service).methods_by_name[name]
        request = json_format.Parse(options.get("-d", "{}"), GetMessageClass(method.input_type)())
        answer_type = GetMessageClass(method.output_type)
        ask = channel.unary_unary(f"/{target[0]}", type(request).SerializeToString, answer_type.FromString)
        name, _, value = options.get("-H", "x-none: -").partition(": ")
        return json_format.MessageToDict(ask(request, metadata=((name, value),), timeout=30))


async def test_every_call_of_the_page_is_answered(database: str) -> None:
    lines = re.findall(r"^grpcurl .*$", PAGE, re.MULTILINE)
    commands = [shlex.split(line.replace("$ARENA_TOKEN", TOKEN)) for line in lines]
    store = await Store.open(database)
    async with serving(store) as (_, reached):
        await store.accounts.create_owner("ann", hashlib.sha256(TOKEN.encode()).digest())
        answers = [await asyncio.to_thread(call, reached.bots, words) for words in commands]
    await store.close()
    services, methods, *described, health = answers[:5]
    assert {"arena.v1.ArenaService", "arena.v1.SeatService"} <= set(services)
    assert {"GetStandings", "ListBots"} <= set(methods)
    assert described == ["arena.v1.ArenaService.GetStandings", "arena.v1.GetStandingsRequest"]
    assert (health, answers[5:]) == ({"status": "SERVING"}, [{}, {}, {}])
