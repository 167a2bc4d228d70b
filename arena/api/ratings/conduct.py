"""Build findings about exceeded limits and voided boards."""

from collections.abc import Container, Iterable, Mapping
from typing import Final

from arena.league.findings.marks import Conduct, find_passed_limits
from arena.league.findings.voids import Void, VoidedLine, summarize_voids
from arena.wire.gen import ratings_pb2 as pb

LIMIT_SENTENCES: Final = {
    "fallbacks": "{share:.1%} of the decisions of {bot} were made by the fallback",
    "forfeits": "{share:.1%} of the boards of {bot} were forfeited",
    "voids": "{share:.1%} of the boards were voided because the arena failed",
    "lag": "the arena lagged for {share:.1%} of the time",
}


def limit_findings(variant: str, conduct: Conduct | None, but: Container[str] = ()) -> list[pb.Finding]:
    """Return a finding for each exceeded limit. *but*: names of bots whose findings are left out."""
    return [
        pb.Finding(
            kind=each.what,
            variant=variant,
            bots=[each.bot] if each.bot else [],
            boards=conduct.boards,
            effect=each.share,
            threshold=each.limit,
            flagged=True,
            sentence=f"{LIMIT_SENTENCES[each.what].format(share=each.share, bot=each.bot)} (limit {each.limit:.0%})",
        )
        for each in (find_passed_limits(conduct) if conduct else ())
        if conduct and each.bot not in but
    ]


def void_findings(
    variant: str, voids: Iterable[Void], played: Mapping[int, int], boards: int, names: Mapping[int, str]
) -> list[pb.Finding]:
    """Return a finding for each bot of *names* (by id) with voided boards. Other parameters: `summarize_voids`."""
    return [
        pb.Finding(
            kind="void",
            variant=variant,
            bots=[names[line.player]],
            boards=line.dealt,
            effect=line.voided / line.dealt,
            chance=line.chance,
            flagged=line.is_flagged,
            sentence=_void_sentence(line, names[line.player]),
        )
        for line in summarize_voids(voids, played, boards)
        if line.player in names
    ]


def _void_sentence(line: VoidedLine, bot: str) -> str:
    causes = ", ".join(f"{count} {cause}" for cause, count in line.causes.items())
    incidents = "1 incident" if line.incidents == 1 else f"{line.incidents} incidents"
    return f"{line.voided} of the {line.dealt} boards of {bot} were voided in {incidents} ({causes})"
