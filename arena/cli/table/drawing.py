"""Draw a practice table as lines of text: seats, trick, hand."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.table import Table as Grid
from rich.text import Text

from arena.cli.terminal.printing import table as grid_of
from arena.practice import DealResult, Line, TableView

# A sign and a style for each suit; spades have the terminal's own colour.
SUITS: Final = {"S": ("♠", "bold"), "H": ("♥", "bold red"), "D": ("♦", "bold blue"), "C": ("♣", "bold green")}
CHIPS: Final = {"blue": "blue", "red": "red", "white": "default"}
DISC: Final = "●"
BAG: Final = "▪"
WIN: Final = "★"
ASKS: Final = {
    "blind": "Look at your cards, or bid blind?",
    "bid": "Your bid?",
    "auction": "Your bid, or pass?",
    "widow": "Take the widow?",
    "discard": "Which {count} cards do you discard?",
    "trump": "Which suit is trump?",
    "give": "Which {count} cards do you give?",
    "throw_in": "Play on?",
    "play": "Your card?",
}


def draw_table(shown: TableView) -> Iterator[Text | Grid]:
    """Yield the lines of a table: seats, middle, and the person's hand, or the ranking after the game."""
    yield _draw_seats(shown)
    yield from _draw_middle(shown)
    if shown.is_over:
        order = sorted(shown.players, key=lambda player: shown.ranks[player.seat])
        ranking = (f"{shown.ranks[player.seat]}. {player.name} with {player.score}" for player in order)
        yield Text(f"The game is over: {', '.join(ranking)}", style="bold")
    else:
        yield _draw_hand(shown)


def question(shown: TableView) -> str:
    """Return the question that asks the person for the next decision, or for a command after the game."""
    if shown.is_over:
        return "u undo, r replay this hand, d code for a friend, q quit"
    return ASKS[shown.kind].format(count=shown.count)


def number_answers(shown: TableView) -> list[str]:
    """Return the answers that have the numbers 1, 2, ... on the screen; [] for bids, which are numbers."""
    if shown.kind in ("bid", "auction"):
        return []
    if shown.count:
        return list(shown.players[shown.seat].cards or ())
    return [choice.text for choice in shown.choices]


def side_by_side(lines: Sequence[Line], everybody: Sequence[DealResult]) -> Grid:
    """Return a table that compares the points of the person and of friends in the same hands, with their aids."""
    names = ["you", *(f"friend {number}" for number in range(1, len(everybody)))]
    grid = grid_of("The same deal", "hand", *names, numbers=len(names))
    for line in lines:
        grid.add_row(str(line.hand + 1), *("-" if points is None else f"{points:+d}" for points in line.points))
    grid.add_row("aids", *(_list_helps(each) for each in everybody))
    return grid


def card(text: str, is_dim: bool = False) -> Text:
    """Return a card, as "TD", in the style of its suit and with the suit's sign; a joker has no sign."""
    sign, style = SUITS.get(text[1], ("", "bold"))
    return Text((text[0].replace("T", "10") + sign) if sign else text, style="dim" if is_dim else style)


def cards(texts: Sequence[str]) -> Text:
    """Return cards, as "TD", in the styles of their suits and separated by blanks."""
    return Text(" ").join(card(text) for text in texts)


def _draw_seats(shown: TableView) -> Grid:
    heads = ["seat", "", "player", "bid", "tricks", "$" if shown.pot >= 0 else "score"]
    extra = [("bags", shown.limit), ("won", shown.wins), ("melds", "pinochle" in shown.family), ("cards", True)]
    grid = grid_of(
        f"{shown.variant}, hand {shown.hand + 1}" + (" (open)" if shown.is_open else ""),
        *heads,
        *(name for name, is_there in extra if is_there),
    )
    for player in [*shown.players[shown.seat :], *shown.players[: shown.seat]]:
        score = Text(f"{player.score} ") + _discs(player.chips) if player.chips else Text(str(player.score))
        roles = ["dealer"] * player.is_dealer + ["declarer"] * player.is_declarer + ["partner"] * player.is_partner
        name = f"{player.name} ({', '.join(roles)})" if roles else player.name
        cells: list[str | Text] = [str(player.seat), name, player.bot or "you", player.bid, str(player.tricks), score]
        if shown.limit:
            cells.append(f"{player.bags} {BAG * player.bags}".rstrip())
        if shown.wins:
            cells.append(WIN * player.wins)
        if "pinochle" in shown.family:
            cells.append(Text(f"{player.meld_points} ") + cards(player.meld_cards) if player.melds else "")
        is_open = player.cards is not None and player.seat != shown.seat
        cells.append(cards(player.cards or ()) if is_open else str(player.count))
        grid.add_row(*cells)
    return grid


def _discs(chips: Sequence[tuple[str, int]]) -> Text:
    return Text().join(Text(DISC * count, style=CHIPS[color]) for color, count in chips)


def _draw_middle(shown: TableView) -> Iterator[Text]:
    facts = [f"trump {shown.trump}"] * bool(shown.trump)
    if shown.contract > 0 and shown.declarer >= 0:
        facts.insert(0, f"{shown.players[shown.declarer].name} plays for {shown.contract}")
    if facts:
        yield Text(", ".join(facts))
    if shown.pot >= 0:
        yield Text(f"in the kitty: {shown.pot} ") + _discs(shown.pot_chips)
    for name, texts in (("kitty", shown.kitty), ("dummy cards so far", shown.dummy), ("your discards", shown.discards)):
        if texts:
            yield Text(f"{name}: ") + cards(texts)
    if shown.trick:
        plays = [Text(f"{shown.players[seat].name} ") + card(text) for seat, text in shown.trick]
        yield Text("on the table: ") + Text(", ").join(plays)


def _draw_hand(shown: TableView) -> Text:
    own = shown.players[shown.seat].cards or []
    legal = [choice.text for choice in shown.choices]
    line = Text("your hand: ")
    if shown.kind == "play":
        number = {text: place for place, text in enumerate(legal, start=1)}
        parts = [Text(f"{number[text]}:") + card(text) if text in number else card(text, is_dim=True) for text in own]
        return line + Text("  ").join(parts)
    if shown.count:
        return line + Text("  ").join(Text(f"{place}:") + card(text) for place, text in enumerate(own, start=1))
    line += cards(own) if own else Text("not seen yet")
    return line + Text(f"\n{shown.note}" if shown.note else "") + Text(f"\n{_list_offers(shown)}")


def _list_offers(shown: TableView) -> str:
    notes = [", ".join(filter(None, (each.about, each.warning))) for each in shown.choices]
    words = [each.words + f" ({note})" * bool(note) for each, note in zip(shown.choices, notes, strict=True)]
    if shown.kind == "auction":
        bids = [f"{shown.least} to {shown.most}" + (f" in steps of {shown.step}" if shown.step > 1 else "")]
        return "you may bid " + ", ".join((bids if shown.least <= shown.most else []) + words)
    if shown.kind == "bid":
        tricks = [word for word in words if word.isdigit()]
        return "you may bid " + ", ".join([f"{tricks[0]} to {tricks[-1]}", *words[len(tricks) :]])
    return "  ".join(f"{place}:{word}" for place, word in enumerate(words, start=1))


def _list_helps(played: DealResult) -> Text:
    aids = played.aids
    helps = [f"{count} {what}" for count, what in ((aids.undone, "undone"), (aids.hints, "hints")) if count]
    helps += [f"hand {hand + 1} shown" for hand in aids.opened]
    return Text("\n".join(helps) or "none")
