from arena.store import locks


def test_no_two_locks_have_one_key() -> None:
    keys = {
        name: key for name, key in vars(locks).items() if name.isupper() and isinstance(key, int) and name[0] != "_"
    }
    assert len(set(keys.values())) == len(keys) > 5
