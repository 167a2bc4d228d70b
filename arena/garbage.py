"""How often workers and gateways look for garbage that refers to itself: seldom, as games leave none."""

import gc
from typing import Final

# Containers more than at the last look, and looks until older ones are looked at too. A hand that is dealt leaves a
# few lists for as long as its game goes on, and the journals of thousands of tables are tens of thousands of containers
# for a moment: by Python's own numbers a tenth of the time of play went to looking.
SELDOM: Final = (50_000, 20, 20)


def look_seldom() -> None:
    """Called once, when all is imported: that is not looked at any more, and what comes is looked at seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
