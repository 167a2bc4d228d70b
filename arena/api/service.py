"""ArenaService: who may call what, and which file answers; `door.py` lets callers in and reads what they ask."""

from collections.abc import AsyncIterator, Callable

from arena.api.accounts import faults, owners, pairs, statuses, tokens
from arena.api.calls.streams import while_let_in
from arena.api.ratings import (
    bradley_terry,
    elo,
    head_to_head,
    luck,
    memory,
    plackett_luce,
    receipts,
    seat_effects,
    seat_scores,
    standings,
)
from arena.api.records import games, records
from arena.api.tournaments import balances, entries, estimates, gates, running, tournaments
from arena.guards.live_tokens import LiveTokens
from arena.store import Store
from arena.store.rows import Principal
from arena.wire.gen import arena_pb2 as pb


class ForOperators:
    """What operators alone may do."""

    def __init__(self, store: Store, wake: Callable[[int], None]) -> None:
        self._store = store
        self._wake = wake

    async def CreateOwner(self, caller: Principal, request: pb.CreateOwnerRequest) -> pb.CreateOwnerResponse:
        return await owners.create_owner(self._store, caller, request)

    async def CreateTournament(
        self, _caller: Principal, request: pb.CreateTournamentRequest
    ) -> pb.CreateTournamentResponse:
        return await tournaments.create_tournament(self._store, request)

    async def EstimateTournament(
        self, _caller: Principal, request: pb.EstimateTournamentRequest
    ) -> pb.EstimateTournamentResponse:
        return await estimates.estimate(self._store, request.tournament)

    async def CreateGate(self, _caller: Principal, request: pb.CreateGateRequest) -> pb.CreateGateResponse:
        return await gates.create_gate(self._store, self._wake, request)

    async def StartTournament(
        self, _caller: Principal, request: pb.StartTournamentRequest
    ) -> pb.StartTournamentResponse:
        return await running.start(self._store, self._wake, request.name)

    async def PauseTournament(
        self, _caller: Principal, request: pb.PauseTournamentRequest
    ) -> pb.PauseTournamentResponse:
        return await running.pause(self._store, request.name)

    async def ResumeTournament(
        self, _caller: Principal, request: pb.ResumeTournamentRequest
    ) -> pb.ResumeTournamentResponse:
        return await running.resume(self._store, self._wake, request.name)

    async def CancelTournament(
        self, _caller: Principal, request: pb.CancelTournamentRequest
    ) -> pb.CancelTournamentResponse:
        return await running.cancel(self._store, request.name)

    async def SetPriority(self, _caller: Principal, request: pb.SetPriorityRequest) -> pb.SetPriorityResponse:
        return await running.set_priority(self._store, request)

    async def ExtendTournament(
        self, _caller: Principal, request: pb.ExtendTournamentRequest
    ) -> pb.ExtendTournamentResponse:
        return await running.extend(self._store, self._wake, request)

    async def GetBalance(self, _caller: Principal, request: pb.GetBalanceRequest) -> pb.GetBalanceResponse:
        return await balances.get_balance(self._store, request.name)

    async def ListSetAside(self, _caller: Principal, request: pb.ListSetAsideRequest) -> pb.ListSetAsideResponse:
        return await running.list_set_aside(self._store, self._wake, request)

    async def RebuildRatings(self, _caller: Principal, _request: pb.RebuildRatingsRequest) -> pb.RebuildRatingsResponse:
        return await elo.rebuild_ratings(self._store)


class ForPeople:
    """What operators and owners may do, owners as far as it is their own or public."""

    def __init__(self, store: Store, wake: Callable[[int], None], live: LiveTokens) -> None:
        self._store = store
        self._wake = wake
        self._live = live

    async def RegisterBot(self, caller: Principal, request: pb.RegisterBotRequest) -> pb.RegisterBotResponse:
        return await owners.register_bot(self._store, caller, request)

    async def RegisterPair(self, caller: Principal, request: pb.RegisterPairRequest) -> pb.RegisterPairResponse:
        return await pairs.register_pair(self._store, caller, request)

    async def ListPairs(self, caller: Principal, request: pb.ListPairsRequest) -> pb.ListPairsResponse:
        return await pairs.list_pairs(self._store, caller, request)

    async def CreateToken(self, caller: Principal, request: pb.CreateTokenRequest) -> pb.CreateTokenResponse:
        return await tokens.create_token(self._store, caller, request)

    async def ListTokens(self, caller: Principal, request: pb.ListTokensRequest) -> pb.ListTokensResponse:
        return await tokens.list_tokens(self._store, caller, request)

    async def RotateToken(self, caller: Principal, request: pb.RotateTokenRequest) -> pb.RotateTokenResponse:
        return await tokens.rotate_token(self._store, caller, request)

    async def RevokeToken(self, caller: Principal, request: pb.RevokeTokenRequest) -> pb.RevokeTokenResponse:
        return await tokens.revoke_token(self._store, caller, request)

    async def ListBots(self, _caller: Principal, request: pb.ListBotsRequest) -> pb.ListBotsResponse:
        return await owners.list_bots(self._store, request)

    async def EnterTournament(
        self, caller: Principal, request: pb.EnterTournamentRequest
    ) -> pb.EnterTournamentResponse:
        return await entries.enter(self._store, self._wake, caller, request)

    async def WithdrawFromTournament(
        self, caller: Principal, request: pb.WithdrawFromTournamentRequest
    ) -> pb.WithdrawFromTournamentResponse:
        return await entries.withdraw(self._store, caller, request)

    async def ListTournaments(
        self, _caller: Principal, request: pb.ListTournamentsRequest
    ) -> pb.ListTournamentsResponse:
        return await tournaments.list_tournaments(self._store, request)

    async def WatchTournament(
        self, caller: Principal, request: pb.WatchTournamentRequest
    ) -> AsyncIterator[pb.WatchTournamentResponse]:
        async for look in while_let_in(self._live, caller, tournaments.watch_tournament(self._store, request.name)):
            yield look

    async def GetStandings(self, _caller: Principal, request: pb.GetStandingsRequest) -> pb.GetStandingsResponse:
        return await standings.get_standings(self._store, request.name, request.variant)

    async def GetGate(self, _caller: Principal, request: pb.GetGateRequest) -> pb.GetGateResponse:
        return await gates.get_gate(self._store, request.name)

    async def GetHeadToHead(self, _caller: Principal, request: pb.GetHeadToHeadRequest) -> pb.GetHeadToHeadResponse:
        return await head_to_head.get_head_to_head(self._store, request)

    async def GetSeatScores(self, _caller: Principal, request: pb.GetSeatScoresRequest) -> pb.GetSeatScoresResponse:
        return await seat_scores.get_seat_scores(self._store, request.name, request.variant)

    async def GetMemory(self, _caller: Principal, request: pb.GetMemoryRequest) -> pb.GetMemoryResponse:
        return await memory.get_memory(self._store, request.name, request.variant)

    async def ListGames(self, caller: Principal, request: pb.ListGamesRequest) -> pb.ListGamesResponse:
        return await games.list_games(self._store, caller, request)

    async def GetSwissStandings(
        self, _caller: Principal, request: pb.GetSwissStandingsRequest
    ) -> pb.GetSwissStandingsResponse:
        return await balances.get_swiss_standings(self._store, request.name)

    async def ListCommitments(
        self, _caller: Principal, request: pb.ListCommitmentsRequest
    ) -> pb.ListCommitmentsResponse:
        return await tournaments.list_commitments(self._store, request)

    async def ListRatings(self, _caller: Principal, request: pb.ListRatingsRequest) -> pb.ListRatingsResponse:
        return await elo.list_ratings(self._store, request)

    async def GetStrengths(self, _caller: Principal, request: pb.GetStrengthsRequest) -> pb.GetStrengthsResponse:
        return await bradley_terry.get_strengths(self._store, list(request.variants), request.pooled)

    async def GetSeatEffects(self, _caller: Principal, request: pb.GetSeatEffectsRequest) -> pb.GetSeatEffectsResponse:
        return await seat_effects.get_seat_effects(self._store, request.variant)

    async def GetEloReceipt(self, _caller: Principal, request: pb.GetEloReceiptRequest) -> pb.GetEloReceiptResponse:
        return await receipts.get_elo_receipt(self._store, request)

    async def GetStrengthReceipt(
        self, _caller: Principal, request: pb.GetStrengthReceiptRequest
    ) -> pb.GetStrengthReceiptResponse:
        return await receipts.get_strength_receipt(self._store, request)

    async def GetSecondOpinion(
        self, _caller: Principal, request: pb.GetSecondOpinionRequest
    ) -> pb.GetSecondOpinionResponse:
        return await plackett_luce.get_second_opinion(self._store, request.variant)

    async def GetAdjusted(self, _caller: Principal, request: pb.GetAdjustedRequest) -> pb.GetAdjustedResponse:
        return await luck.get_adjusted(self._store, request.name, request.variant)

    async def ExportRecords(
        self, caller: Principal, request: pb.ExportRecordsRequest
    ) -> AsyncIterator[pb.ExportRecordsResponse]:
        exported = records.export_records(self._store, caller, request)
        async for record in while_let_in(self._live, caller, exported):
            yield record

    async def GetBotStatus(self, caller: Principal, request: pb.GetBotStatusRequest) -> pb.GetBotStatusResponse:
        return await statuses.get_bot_status(self._store, self._wake, caller, request)

    async def GetFaults(self, caller: Principal, request: pb.GetFaultsRequest) -> pb.GetFaultsResponse:
        return await faults.get_faults(self._store, caller, request.bot)

    async def ListInfractions(
        self, caller: Principal, request: pb.ListInfractionsRequest
    ) -> pb.ListInfractionsResponse:
        return await faults.list_infractions(self._store, caller, request)
