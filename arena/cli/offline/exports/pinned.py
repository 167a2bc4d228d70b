"""Check an export against a noted root and key.

They were noted before, by whoever checks.
"""

from collections.abc import Iterator

from arena.cli.offline.exports.beacon import signed_parts
from arena.cli.offline.exports.export import Export


def unlike_noted(export: Export, root: str, key: str) -> Iterator[str]:
    """Yield every difference, a line each.

    *root* and *key* are in hex, empty where none was noted. Roots of epochs, and the beacon,
    may be signed by *key*, and by keys that it vouched for, one after another.
    """
    if root and export.tournament.get("root") != root.lower():
        yield f"its root is {export.tournament.get('root') or 'none'}, and {root} was noted"
    if not key:
        return
    trusted = _trusted(export, key.lower())
    for each in signed_parts(export):
        if each.get("signer") not in trusted:
            what = f"epoch {each['index']}" if "index" in each else "beacon"
            yield f"{what}: signed by {each.get('signer')}, for which {key} does not vouch"


def _trusted(export: Export, key: str) -> set[str]:
    trusted, found = set[str](), {key}
    while found - trusted:
        trusted |= found
        signers = export.tournament.get("signers") or ()
        found = {signer["key"] for signer in signers if signer.get("before") in trusted}
    return trusted
