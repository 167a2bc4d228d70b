"""Judge a whole record, hand after hand. Deals, dealers, scores, games, series and the ending."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.adjudicator import pinochle, spades
from tests.adjudicator.answers import Answers, Asked, AstrayError
from tests.adjudicator.deal import DEAL, dealt, first_dealer, shuffled
from tests.adjudicator.endings import game_end, ranks, top, wins_needed
from tests.adjudicator.played import Hand, Standing
from tests.adjudicator.variants import SHEETS


@dataclass
class Case:
    """One record under judgement. *lines* are its faults, *asked* what each decision of each hand could have been.

    Hand h is dealt from *decks*[h]; the hands after those from the seed, as the sheet has it.
    """

    record: dict[str, Any]
    decks: Sequence[list[str]] = ()
    lines: list[str] = field(default_factory=list)
    asked: list[list[Asked]] = field(default_factory=list)
    standing: Standing = field(init=False)
    hands: int = 0
    games: list[dict[str, Any]] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sheet = SHEETS[self.record["variant"]]
        self.options = self.record["options"]
        self.seed = bytes.fromhex(self.record["seed"])
        self.standing = Standing.fresh(self.sheet, self.options)
        self.wins = [0] * self.sheet.seats

    def expect(self, where: str, actual: Any, expected: Any) -> None:
        if actual != expected:
            self.lines.append(f"{where}: is {actual}, should be {expected}")

    def judge(self) -> None:
        dealer = first_dealer(self.sheet, self.options["first_dealer"], self.seed)
        for number, entry in enumerate(self.record["hands"]):
            if self.ended:
                self.lines.append(f"hand {number}: the match was over before it ({self.ended[0]})")
                return
            try:
                self.judge_hand(number, self.sheet.left(dealer, number), entry)
            except AstrayError as astray:
                self.lines.append(f"hand {number}: {astray}")
                self.lines.append(f"hand {number} and all that follows cannot be judged further")
                return
        self.judge_end()

    def judge_hand(self, number: int, dealer: int, entry: dict[str, Any]) -> None:
        where = f"hand {number}"
        hands, dummy, kitty = dealt(self.sheet, dealer, self.deck(number))
        self.expect(f"{where} number", entry["number"], number)
        self.expect(f"{where} game", entry["game"], len(self.games))
        self.expect(f"{where} dealer", entry["dealer"], dealer)
        cards = {"hands": [list(hand) for hand in hands]} | ({"kitty": kitty} if kitty else {})
        self.expect(f"{where} dealt", entry["dealt"], cards | ({"dummy": dummy} if dummy else {}))
        answers = Answers(entry["decisions"])
        self.asked.append(answers.asked)
        hand = Hand(self.sheet, self.options, dealer, hands, dummy, kitty, self.standing, answers)
        (spades if self.sheet.is_spades else pinochle).play_hand(hand)
        self.judge_outcome(where, entry, hand)
        answers.over()
        self.close(hand, entry)

    def deck(self, number: int) -> list[str]:
        if number < len(self.decks):
            return self.decks[number]
        return shuffled(self.sheet.deck, DEAL, self.seed, number)

    def judge_outcome(self, where: str, entry: dict[str, Any], hand: Hand) -> None:
        """Judge what the record says of a hand's outcome. All but its deal and its decisions."""
        scores = [before + delta for before, delta in zip(self.standing.scores, hand.deltas, strict=True)]
        self.standing.scores = scores
        for key in ("declarer", "bid", "trump"):
            self.expect(f"{where} {key}", entry.get(key), getattr(hand, key))
        self.judge_melds(where, entry.get("melds", []), hand.melds)
        for number, (entry_trick, trick) in enumerate(zip(entry["tricks"], hand.tricks, strict=False)):
            self.expect(f"{where} trick {number}", entry_trick, trick)
        self.expect(f"{where} tricks", len(entry["tricks"]), len(hand.tricks))
        for key in ("points", "outcome", "deltas"):
            self.expect(f"{where} {key}", entry[key], getattr(hand, key))
        self.expect(f"{where} scores", entry["scores"], scores)
        for number, infraction in enumerate(entry["infractions"]):
            at = infraction["decision"]
            seat = entry["decisions"][at]["seat"] if 0 <= at < len(entry["decisions"]) else None
            self.expect(f"{where} infraction {number} seat", infraction["seat"], seat)
        if "bags" in entry:
            self.expect(f"{where} bags", entry["bags"], self.standing.bags)
        if "pot" in entry:
            self.expect(f"{where} pot", entry["pot"], self.standing.pot)
            self.expect(f"{where} money", sum(scores) + self.standing.pot, self.sheet.seats * self.options["purse"])

    def judge_melds(self, where: str, entries: list[Any], melds: list[list[dict[str, Any]]]) -> None:
        self.expect(f"{where} melds of seats", [meld["seat"] for meld in entries], [ways[0]["seat"] for ways in melds])
        for entry, ways in zip(entries, melds, strict=False):
            if entry not in ways:
                self.lines.append(f"{where} melds of seat {entry['seat']}: is {entry}, should be {ways[0]}")

    def close(self, hand: Hand, entry: dict[str, Any]) -> None:
        """End a hand, and the game and match with it if over."""
        self.hands += 1
        end, late = game_end(hand, self.hands), self.is_late(entry)
        if end is None and late:
            end = "deadline", top(self.standing.scores)
        needed = wins_needed(self.options)
        if end is not None:
            why, winners = end
            self.games.append({"winner": winners, "scores": list(self.standing.scores)})
            self.wins = [wins + (seat in winners) for seat, wins in enumerate(self.wins)]
            if needed is None:
                self.ended = [why]
            elif max(self.wins) >= needed:
                self.ended = ["series"]
            self.standing, self.hands = Standing.fresh(self.sheet, self.options), 0
        if late:
            # Where a hand ends the match anyway and reaches the deadline, the sheet names no order.
            self.ended.append("deadline")

    def is_late(self, entry: dict[str, Any]) -> bool:
        deadline = self.options.get("deadline")
        return deadline is not None and entry["elapsed_s"] >= deadline

    def judge_end(self) -> None:
        if not self.ended:
            self.lines.append("record: the match is not over after its last hand")
            return
        if self.record["ended"] not in self.ended:
            self.expect("ended", self.record["ended"], self.ended[0])
        self.expect("games", self.record["games"], self.games)
        if wins_needed(self.options) is None:
            last = self.games[-1]
            self.expect("scores", self.record["scores"], last["scores"])
            self.expect("ranks", self.record["ranks"], ranks(self.sheet, last["scores"], last["winner"]))
        else:
            self.expect("scores", self.record["scores"], self.wins)
            self.expect("ranks", self.record["ranks"], ranks(self.sheet, self.wins, []))
