"""ArenaService: who may call what, and which file answers."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import grpc
from google.protobuf.message import Message

from arena.gateway.live_tokens import LiveTokens
from arena.gateway.people import faults, owners, ratings, records, running, standings, strengths, tokens, tournaments
from arena.gateway.people.callers import Scopes, caller_of
from arena.gateway.people.calls import Calls
from arena.gateway.people.refusals import CODES, Refused, refuse_nul, refused
from arena.gateway.people.streams import while_let_in
from arena.store import Store
from arena.store.rows import Principal
from arena.wire.gen import arena_pb2 as pb
from arena.wire.gen.arena_pb2_grpc import ArenaServiceServicer

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class PeopleService(ArenaServiceServicer):
    """Each call: its caller's scope first, then the answer; what is refused becomes a status with one line."""

    def __init__(self, store: Store, wake: Callable[[int], None], live: LiveTokens) -> None:
        self._store = store
        self._wake = wake
        self._live = live
        self._calls = Calls()

    async def CreateOwner(self, request: pb.CreateOwnerRequest, context: Context) -> pb.CreateOwnerResponse:
        async with self._caller(request, context, Scopes.OPERATORS) as caller:
            return await owners.create_owner(self._store, caller, request)

    async def RegisterBot(self, request: pb.RegisterBotRequest, context: Context) -> pb.RegisterBotResponse:
        async with self._caller(request, context, Scopes.PEOPLE) as caller:
            return await owners.register_bot(self._store, caller, request)

    async def CreateToken(self, request: pb.CreateTokenRequest, context: Context) -> pb.CreateTokenResponse:
        async with self._caller(request, context, Scopes.PEOPLE) as caller:
            return await tokens.create_token(self._store, caller, request)

    async def ListTokens(self, request: pb.ListTokensRequest, context: Context) -> pb.ListTokensResponse:
        async with self._caller(request, context, Scopes.PEOPLE) as caller:
            return await tokens.list_tokens(self._store, caller)

    async def RotateToken(self, request: pb.RotateTokenRequest, context: Context) -> pb.RotateTokenResponse:
        async with self._caller(request, context, Scopes.PEOPLE) as caller:
            return await tokens.rotate_token(self._store, caller, request)

    async def RevokeToken(self, request: pb.RevokeTokenRequest, context: Context) -> pb.RevokeTokenResponse:
        async with self._caller(request, context, Scopes.PEOPLE) as caller:
            return await tokens.revoke_token(self._store, caller, request)

    async def ListBots(self, request: pb.ListBotsRequest, context: Context) -> pb.ListBotsResponse:
        async with self._caller(request, context, Scopes.PEOPLE):
            return await owners.list_bots(self._store)

    async def CreateTournament(
        self, request: pb.CreateTournamentRequest, context: Context
    ) -> pb.CreateTournamentResponse:
        async with self._caller(request, context, Scopes.OPERATORS):
            return await tournaments.create_tournament(self._store, request)

    async def StartTournament(self, request: pb.StartTournamentRequest, context: Context) -> pb.StartTournamentResponse:
        async with self._caller(request, context, Scopes.OPERATORS):
            return await running.start(self._store, self._wake, request.name)

    async def PauseTournament(self, request: pb.PauseTournamentRequest, context: Context) -> pb.PauseTournamentResponse:
        async with self._caller(request, context, Scopes.OPERATORS):
            return await running.pause(self._store, request.name)

    async def ResumeTournament(
        self, request: pb.ResumeTournamentRequest, context: Context
    ) -> pb.ResumeTournamentResponse:
        async with self._caller(request, context, Scopes.OPERATORS):
            return await running.resume(self._store, self._wake, request.name)

    async def CancelTournament(
        self, request: pb.CancelTournamentRequest, context: Context
    ) -> pb.CancelTournamentResponse:
        async with self._caller(request, context, Scopes.OPERATORS):
            return await running.cancel(self._store, request.name)

    async def ListSetAside(self, request: pb.ListSetAsideRequest, context: Context) -> pb.ListSetAsideResponse:
        async with self._caller(request, context, Scopes.OPERATORS):
            return await running.list_set_aside(self._store, self._wake, request.name, request.retry)

    async def ListTournaments(self, request: pb.ListTournamentsRequest, context: Context) -> pb.ListTournamentsResponse:
        async with self._caller(request, context, Scopes.PEOPLE):
            return await tournaments.list_tournaments(self._store)

    async def WatchTournament(
        self, request: pb.WatchTournamentRequest, context: Context
    ) -> AsyncIterator[pb.WatchTournamentResponse]:
        async with self._caller(request, context, Scopes.PEOPLE) as caller:
            async for look in while_let_in(self._live, caller, tournaments.watch_tournament(self._store, request.name)):
                yield look

    async def GetStandings(self, request: pb.GetStandingsRequest, context: Context) -> pb.GetStandingsResponse:
        async with self._caller(request, context, Scopes.PEOPLE):
            return await standings.get_standings(self._store, request.name)

    async def ListCommitments(self, request: pb.ListCommitmentsRequest, context: Context) -> pb.ListCommitmentsResponse:
        async with self._caller(request, context, Scopes.PEOPLE):
            return await tournaments.list_commitments(self._store, request.name)

    async def ListRatings(self, request: pb.ListRatingsRequest, context: Context) -> pb.ListRatingsResponse:
        async with self._caller(request, context, Scopes.PEOPLE):
            return await ratings.list_ratings(self._store, request.variant)

    async def GetStrengths(self, request: pb.GetStrengthsRequest, context: Context) -> pb.GetStrengthsResponse:
        async with self._caller(request, context, Scopes.PEOPLE):
            return await strengths.get_strengths(self._store, list(request.variants), request.pooled)

    async def RebuildRatings(self, request: pb.RebuildRatingsRequest, context: Context) -> pb.RebuildRatingsResponse:
        async with self._caller(request, context, Scopes.OPERATORS):
            return await ratings.rebuild_ratings(self._store)

    async def ExportRecords(
        self, request: pb.ExportRecordsRequest, context: Context
    ) -> AsyncIterator[pb.ExportRecordsResponse]:
        async with self._caller(request, context, Scopes.PEOPLE) as caller:
            exported = records.export_records(self._store, request.name, request.game)
            async for record in while_let_in(self._live, caller, exported):
                yield record

    async def GetFaults(self, request: pb.GetFaultsRequest, context: Context) -> pb.GetFaultsResponse:
        async with self._caller(request, context, Scopes.PEOPLE) as caller:
            return await faults.get_faults(self._store, caller, request.bot)

    async def ListInfractions(self, request: pb.ListInfractionsRequest, context: Context) -> pb.ListInfractionsResponse:
        async with self._caller(request, context, Scopes.PEOPLE) as caller:
            return await faults.list_infractions(self._store, caller, request)

    @asynccontextmanager
    async def _caller(self, request: Message, context: Context, scopes: Scopes) -> AsyncIterator[Principal]:
        """The caller, while its call is answered; a refusal in the block ends the call with its status."""
        try:
            caller = await caller_of(self._store, context.invocation_metadata() or (), scopes)
            self._calls.count(caller)
            refuse_nul(request)
            yield caller
        except Refused as refusal:
            await context.abort(refusal.code, refusal.line)
        except tuple(CODES) as problem:
            known = refused(problem)
            await context.abort(known.code, known.line)
