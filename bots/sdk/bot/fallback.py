"""The fallback (docs/reference/protocol.md), from what the seat knows."""

from arena.rules import LOOK, PASS, PLAY_ON, TAKE, Kind, View, layout_of, longest_suit, lowest_cards


def fallback_of(view: View) -> int:
    """Return the fallback for the decision open in *view*; always legal."""
    legal = view.legal
    assert legal is not None, "no decision is open"
    kind = legal.kind
    layout = layout_of(view.rules.deck)
    if kind == Kind.PLAY:
        return layout.lowest(layout.hand(legal.actions))
    if kind == Kind.AUCTION:
        return PASS if legal.may_pass else legal.least
    if kind == Kind.TRUMP:
        return longest_suit(layout, layout.hand(view.cards), legal.actions)
    if kind == Kind.DISCARD or kind == Kind.GIVE:
        return lowest_cards(layout, layout.hand(view.cards), view.trump, legal.count)
    return {Kind.BID: 1, Kind.BLIND: LOOK, Kind.WIDOW: TAKE, Kind.THROW_IN: PLAY_ON}[kind]
