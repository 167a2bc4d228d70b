"""Read from an export what its tournament's line-ups were drawn from."""

from collections import Counter
from functools import cached_property
from typing import Any

from arena.cli.offline.exports.export import Export
from arena.cli.offline.exports.promises import mix_of
from arena.league.designs.lineups import Table
from arena.league.designs.neighbours import from_least
from arena.league.entrants import Entrant
from arena.league.schedules.schedule import Sat
from arena.league.seeds import epochs


class Settings:
    """Of one tournament. Players are the ids that the export gives them."""

    def __init__(self, export: Export) -> None:
        told = export.tournament
        self.export = export
        self.kind, self.pool = str(told["kind"]), str(told["pool"])
        self.boards, self.challengers = int(told["boards_each"]), int(told["challengers"])
        self.allow_same_owner = bool(told["allow_same_owner"])
        fields = ("variant", "sides", "weight", "tables")
        self.tables = [Table(*(each[name] for name in fields)) for each in told["variants"]]
        self.entrants = [_entrant(each) for each in told["entrants"]]
        self.late = [bool(each["late"]) for each in told["entrants"]]

    @cached_property
    def seed(self) -> str:
        """The schedule's."""
        secret = bytes.fromhex(self.export.tournament["schedule_secret"])
        return epochs.schedule_seed(mix_of(self.export), secret)

    @cached_property
    def names(self) -> dict[int, str]:
        """ "name@version" of everybody, members of pairs too."""
        told = [*self.export.tournament["entrants"]]
        told += [member for each in told for member in each["members"]]
        return {each["id"]: each["bot"] for each in told}

    @cached_property
    def ids(self) -> dict[str, int]:
        """The other way round."""
        return {bot: id_ for id_, bot in self.names.items()}

    @cached_property
    def places(self) -> dict[str, int]:
        """Of entrants by name, in the order of entry."""
        return {self.names[entrant.id]: place for place, entrant in enumerate(self.entrants)}

    @cached_property
    def variants(self) -> dict[str, int]:
        """The index of each variant."""
        return {table.variant: index for index, table in enumerate(self.tables)}

    @property
    def founders(self) -> list[Entrant]:
        """Who was there from the start."""
        return [entrant for entrant, late in zip(self.entrants, self.late, strict=True) if not late]

    def sat(self, before: int) -> Counter[Sat]:
        """How often each circular order sat at the boards before number *before*."""
        found: Counter[Sat] = Counter()
        for number in range(before):
            board = self.export.boards[number]
            found[self.variants[board["variant"]], from_least([self.places[bot] for bot in board["line_up"]])] += 1
        return found


def _entrant(told: dict[str, Any]) -> Entrant:
    owner, other = (*told["owners"], None)[:2]
    return Entrant(told["id"], owner, other, tuple(member["id"] for member in told["members"]))
