import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from arena.api.calls.admission import CHANGING, describe_request
from arena.api.local_client import LocalClient
from arena.api.operations import FOR_OPERATORS
from arena.guards.auth import RefusedError
from arena.tokens import digest
from arena.wire.gen import accounts_pb2 as pb
from arena.wire.gen.acts_pb2 import ListActsRequest
from arena.wire.gen.gates_pb2 import CreateGateRequest
from arena.wire.gen.running_pb2 import StartTournamentRequest
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest, VariantChoice
from tests.api.conftest import OPERATOR, House, principal_of


async def test_changes_by_operators_are_logged_with_their_outcome(house: House) -> None:
    store = house.store
    desk, operator = LocalClient(store, lambda count: None), await principal_of(store, OPERATOR)
    answer = await desk.ask(pb.CreateOwnerRequest(name="ann"), operator)
    await desk.ask(pb.ListOwnersRequest(), operator)
    with pytest.raises(RefusedError):
        await desk.ask(pb.CreateOwnerRequest(name="ann\x1b[2J" * 50), operator)
    with pytest.raises(RefusedError):
        await desk.ask(StartTournamentRequest(name="none"), operator)
    third, second, first = await store.accounts.acts()
    assert (first.token_id, first.operation) == (operator.token_id, "CreateOwner")
    assert (first.label, first.about, first.outcome) == ("set-up", "name=ann", "done")
    assert (second.operation, second.outcome) == ("CreateOwner", "invalid_argument")
    assert "\x1b" not in second.about
    assert len(second.about) < 100
    assert (third.about, third.outcome) == ("name=none", "not_found")
    assert answer.token not in str([first, second, third])


async def test_changes_by_owners_are_not_logged(house: House) -> None:
    store = house.store
    await store.accounts.create_owner("ann", digest("ann"))
    owner = await principal_of(store, "ann")
    await LocalClient(store, lambda count: None).ask(pb.RegisterBotRequest(name="a", version="1"), owner)
    assert await store.accounts.acts() == []


def test_the_protocol_marks_calls_that_change_something() -> None:
    assert FOR_OPERATORS.keys() - CHANGING == {"ListActs", "ListOwners", "EstimateTournament", "GetBalance"}


def test_the_audit_log_has_no_secrets() -> None:
    assert describe_request(pb.AcceptInviteRequest(name="ann", code="hush")) == "name=ann"
    variants = [VariantChoice(variant="spades-4")]
    cup = CreateTournamentRequest(name="cup", bots=["a@1", "b@1"], variants=variants, master="hush", test_seed="hush")
    assert describe_request(cup) == "name=cup variants=1 bots=['a@1', 'b@1']"
    assert describe_request(CreateGateRequest(new_bot="a@2", old_bot="a@1", master="hush")) == "new_bot=a@2 old_bot=a@1"


async def test_only_operators_list_acts_page_by_page(house: House) -> None:
    store = house.store
    desk, operator = LocalClient(store, lambda count: None), await principal_of(store, OPERATOR)
    for name in ("ann", "bob", "cho"):
        await desk.ask(pb.CreateOwnerRequest(name=name), operator)
    first = await desk.ask(ListActsRequest(page_size=2), operator)
    second = await desk.ask(ListActsRequest(page_size=2, page_token=first.next_page_token), operator)
    assert [act.about for act in (*first.acts, *second.acts)] == ["name=cho", "name=bob", "name=ann"]
    assert second.next_page_token == ""
    assert first.acts[0].label == "set-up"
    since = ListActsRequest(since=first.acts[0].at)
    assert [act.about for act in (await desk.ask(since, operator)).acts] == ["name=cho"]
    with pytest.raises(RefusedError, match="since is outside"):
        await desk.ask(ListActsRequest(since=Timestamp(seconds=-(10**15))), operator)
    await store.accounts.create_owner("dan", digest("dan"))
    owner = await principal_of(store, "dan")
    with pytest.raises(RefusedError, match="operator"):
        await desk.ask(ListActsRequest(), owner)
