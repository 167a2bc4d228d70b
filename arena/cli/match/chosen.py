"""What a match is of, from its command line: variants with their options."""

from collections.abc import Iterable, Sequence

from arena.cli.terminal.options import parse_options
from arena.cli.terminal.refusal import Refusal
from arena.escapes import cut
from arena.rules import Rules, RulesError, configure, presets_of


def rules_of(variants: Iterable[str], listed: str, options: Sequence[str]) -> list[Rules]:
    """Return what is played, in order. Raises `Refusal`."""
    words = [*variants, *filter(None, map(str.strip, listed.split(",")))]
    names = [word.partition(":")[0] for word in words]
    if not words:
        raise Refusal("variants: none given; name them with --variant V[:PRESET] or --variants V[:PRESET],...")
    for name in names:
        if names.count(name) > 1:
            raise Refusal(f"variants: {cut(name)!r} is named again: name each once")
    return [_rules(word, _own(options, word.partition(":")[0], names)) for word in words]


def _rules(word: str, options: Sequence[str]) -> Rules:
    """Return what is played: as many hands as seats, unless preset or options say. Raises `Refusal`."""
    variant, _, preset = word.partition(":")
    chosen = parse_options(options)
    try:
        configure(variant, preset or None)
        if "format" not in chosen and "format" not in (presets_of(variant)[preset] if preset else {}):
            chosen["format"] = {"kind": "hands", "count": configure(variant).seats}
        return configure(variant, preset or None, chosen)
    except RulesError as problem:
        raise Refusal(str(problem)) from None


def _own(options: Sequence[str], name: str, names: Sequence[str]) -> list[str]:
    """Return the options of one variant: NAME=VALUE is of all, V:NAME=VALUE of V. Raises `Refusal`."""
    own = []
    for word in options:
        variant, colon, pair = word.partition(":")
        if not colon or "=" in variant:
            own.append(word)
        elif variant not in names:
            raise Refusal(f"option {cut(word)!r} is not NAME=VALUE, or V:NAME=VALUE with V one of {', '.join(names)}")
        elif variant == name:
            own.append(pair)
    return own
