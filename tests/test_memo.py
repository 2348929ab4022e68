"""The memo saves work and never causes an error: at worst it is empty and says why."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import apsw
import pytest

from graphrag_batch.fingerprint import StageKey
from graphrag_batch.memo import Memo, stats

KEYS = [StageKey("parse", "f1", f"blob{n}") for n in range(1200)]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "graphrag" / "memo.sqlite"


def filled(path: Path, size: int = 40) -> None:
    with Memo.open(path) as memo:
        memo.put_many((key, bytes([n % 256]) * size) for n, key in enumerate(KEYS))


def test_what_is_put_is_got_in_any_later_run(path):
    filled(path)
    with Memo.open(path) as memo:
        found = memo.get_many([*KEYS, StageKey("parse", "f1", "never seen")])
        assert memo.reason == ""
    assert found == {key: bytes([n % 256]) * 40 for n, key in enumerate(KEYS)}


OTHER_KEYS = [("chunk", "f1", "blob0"), ("parse", "f2", "blob0"), ("parse", "f1", "blobX")]


@pytest.mark.parametrize("other", OTHER_KEYS)
def test_every_part_of_a_key_counts(path, other):
    filled(path)
    with Memo.open(path) as memo:
        assert memo.get_many([StageKey(*other)]) == {}


VALUES = [b"", b"\x00", b"\x01x", b"a" * 100_000, os.urandom(5000), b'{"k": "v"}' * 99]


@pytest.mark.parametrize("value", VALUES, ids=len)
def test_values_come_back_to_the_byte(path, value):
    with Memo.open(path) as memo:
        memo.put_many([(KEYS[0], value)])
        assert memo.get_many(KEYS[:2]) == {KEYS[0]: value}


def test_a_value_put_again_replaces_the_first(path):
    with Memo.open(path) as memo:
        memo.put_many([(KEYS[0], b"old"), (KEYS[0], b"new")])
        memo.put_many([(KEYS[1], b"one")])
        assert memo.get_many(KEYS[:2]) == {KEYS[0]: b"new", KEYS[1]: b"one"}


def test_text_is_kept_small(path):
    with Memo.open(path) as memo:
        memo.put_many((key, b"the same words again and again " * 400) for key in KEYS)
        memo.prune(1 << 40)
    assert path.stat().st_size < 1_000_000


# ---- whatever is wrong with the file ----------------------------------------------------------


def other_database(path: Path) -> None:
    con = apsw.Connection(str(path))
    con.execute("CREATE TABLE theirs (x)")
    con.close()


def other_version(path: Path) -> None:
    filled(path)
    con = apsw.Connection(str(path))
    con.execute("PRAGMA user_version = 99")
    con.close()


def cut_short(path: Path) -> None:
    filled(path, 4000)
    with path.open("r+b") as file:
        file.truncate(5000)


BROKEN = {
    "garbage": lambda path: path.write_bytes(b"garbage" * 1000),
    "other database": other_database,
    "other version": other_version,
    "cut short": cut_short,
}


@pytest.mark.parametrize("breakage", BROKEN)
def test_a_broken_memo_is_set_aside_and_an_empty_one_serves(path, breakage):
    path.parent.mkdir()
    BROKEN[breakage](path)
    with Memo.open(path) as memo:
        assert memo.get_many(KEYS[:3]) == {}
        assert memo.reason
        memo.put_many([(KEYS[0], b"again")])
    with Memo.open(path) as memo:
        assert memo.get_many(KEYS[:3]) == {KEYS[0]: b"again"}
        assert memo.reason == ""
    # Another version's values are ours to throw away; what else it was, someone may want to look at.
    assert path.with_name("memo.sqlite.bad").exists() == (breakage != "other version")


@pytest.mark.parametrize("breakage", BROKEN)
def test_looking_at_a_broken_memo_says_what_is_wrong_and_changes_nothing(path, breakage):
    path.parent.mkdir()
    BROKEN[breakage](path)
    before = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    found = stats(path)
    assert found.reason
    assert (found.values, found.bytes) == (0, path.stat().st_size)
    assert {file.name: file.read_bytes() for file in path.parent.iterdir()} == before


@pytest.mark.slow
def test_a_memo_held_by_another_is_busy_for_a_while_and_then_works(path):
    filled(path)
    holder = apsw.Connection(str(path))
    holder.execute("BEGIN IMMEDIATE")
    with Memo.open(path) as memo:
        memo.put_many([(KEYS[0], b"late")])
        assert "busy" in memo.reason
        assert len(memo.get_many(KEYS)) == len(KEYS)
        holder.execute("ROLLBACK")
        memo.put_many([(KEYS[0], b"late")])
        assert memo.get_many(KEYS[:1]) == {KEYS[0]: b"late"}
    holder.close()


def nowhere(path: Path) -> None:
    path.parent.write_text("a file where a folder should be")


def a_folder(path: Path) -> None:
    path.mkdir(parents=True)


@pytest.mark.parametrize("obstacle", [nowhere, a_folder])
def test_where_no_memo_can_be_there_is_none_and_a_reason(path, obstacle):
    obstacle(path)
    with Memo.open(path) as memo:
        memo.put_many([(KEYS[0], b"lost")])
        assert memo.get_many(KEYS[:3]) == {}
        assert memo.prune(10) == 0
        assert "no memo" in memo.reason


def test_a_memo_damaged_inside_misses_instead_of_failing(path):
    filled(path, 4000)
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (path.stat().st_size - 4096))
    with Memo.open(path) as memo:
        assert memo.get_many(KEYS) == {}
        assert memo.reason
        memo.put_many([(KEYS[0], b"again")])
    with Memo.open(path) as memo:
        memo.put_many([(KEYS[0], b"again")])
        assert memo.get_many(KEYS) == {KEYS[0]: b"again"}


def test_a_value_that_does_not_unpack_is_missing(path):
    filled(path, 4000)
    con = apsw.Connection(str(path))
    con.execute("UPDATE memo SET value = x'01abcdef' WHERE key = ?", (KEYS[0].id,))
    con.close()
    with Memo.open(path) as memo:
        assert memo.get_many(KEYS[:2]) == {KEYS[1]: b"\x01" * 4000}


@pytest.mark.sample(1)
@pytest.mark.parametrize("size", [8, 700, 40_000])
def test_a_flipped_byte_never_changes_a_value(path, size):
    """SQLite notices damage to its own structures, not to what it keeps: values carry checksums."""
    true = {key: bytes([n % 256, n // 256]) * (size // 2) for n, key in enumerate(KEYS[:60])}
    with Memo.open(path) as memo:
        memo.put_many(true.items())
    whole = path.read_bytes()
    chance = random.Random(size)
    for _ in range(150):
        damaged = bytearray(whole)
        for _ in range(chance.choice([1, 5, 50])):
            damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        with Memo.open(path) as memo:
            assert memo.get_many(list(true)).items() <= true.items()


def test_a_memo_deleted_in_use_does_no_harm(path):
    filled(path)
    with Memo.open(path) as memo:
        assert len(memo.get_many(KEYS[:5])) == 5
        for file in path.parent.iterdir():
            file.unlink()
        filled(path)
        memo.put_many([(KEYS[0], b"late")])
        assert memo.get_many(KEYS[:1]) in ({}, {KEYS[0]: b"late"})
    with Memo.open(path) as memo:
        assert len(memo.get_many(KEYS)) == len(KEYS)
        assert memo.reason == ""


@pytest.mark.skipif(os.name == "nt", reason="needs a limit on the size of files")
def test_a_full_disk_only_costs_the_memory(path):
    script = """
import os, resource, signal, sys
from pathlib import Path
from graphrag_batch.memo import Memo, stats
from tests.test_memo import KEYS
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
with Memo.open(Path(sys.argv[1])) as memo:
    memo.put_many((key, os.urandom(2000)) for key in KEYS)
    print(len(memo.get_many(KEYS)), memo.reason)
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", script, str(path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("0 no memo"), done.stderr
    filled(path)


def test_several_processes_may_use_one_memo(path):
    script = """
import sys
from datetime import date, timedelta
from pathlib import Path
from graphrag_batch.fingerprint import StageKey
from graphrag_batch.memo import Memo, stats
with Memo.open(Path(sys.argv[1])) as memo:
    for batch in range(10):
        memo.put_many((StageKey("p", sys.argv[2], str(batch * 50 + n)), b"v" * 500) for n in range(50))
    print(memo.reason or "fine")
"""
    processes = [
        subprocess.Popen([sys.executable, "-c", script, str(path), str(n)], stdout=subprocess.PIPE, text=True)
        for n in range(4)
    ]
    assert {process.communicate()[0].strip() for process in processes} == {"fine"}
    keys = [StageKey("p", str(n), str(m)) for n in range(4) for m in range(500)]
    with Memo.open(path) as memo:
        assert len(memo.get_many(keys)) == len(keys)


def test_an_exception_while_making_values_keeps_none_of_them(path):
    with Memo.open(path) as memo:
        with pytest.raises(ZeroDivisionError):
            memo.put_many((key, b"x" * (1 // (3 - n))) for n, key in enumerate(KEYS))
        assert memo.get_many(KEYS) == {}
        assert memo.reason == ""


# ---- its size ---------------------------------------------------------------------------------


def days_pass(path: Path, days: int) -> None:
    """Makes what was used so far used that many days earlier (later, if negative: the clock went back)."""
    con = apsw.Connection(str(path))
    con.execute("UPDATE days SET day = day - ?", (days,))
    con.close()


def test_pruning_drops_what_was_used_longest_ago(path):
    with Memo.open(path) as memo:
        memo.put_many((key, os.urandom(2000)) for key in KEYS)
    days_pass(path, 10)
    with Memo.open(path) as memo:
        memo.get_many(KEYS[:100])
    with Memo.open(path) as memo:
        dropped = memo.prune(500_000)
        assert 900 < dropped < 1100
        assert len(memo.get_many(KEYS[:100])) == 100
        assert len(memo.get_many(KEYS)) == len(KEYS) - dropped
    assert path.stat().st_size <= 500_000


def test_pruning_a_small_memo_drops_nothing(path):
    filled(path)
    with Memo.open(path) as memo:
        assert memo.prune(100_000_000) == 0
        assert len(memo.get_many(KEYS)) == len(KEYS)


def test_pruning_to_nothing_empties_it(path):
    filled(path)
    with Memo.open(path) as memo:
        assert memo.prune(0) == len(KEYS)
        assert memo.get_many(KEYS) == {}


def test_pruning_and_reading_write_nothing_while_there_is_nothing_to_do(path):
    filled(path)
    before = path.stat().st_mtime_ns, path.read_bytes()
    with Memo.open(path) as memo:
        assert len(memo.get_many(KEYS)) == len(KEYS)
        assert memo.prune(100_000_000) == 0
        wal = path.with_name("memo.sqlite-wal")
        assert not wal.exists() or wal.stat().st_size == 0
    assert (path.stat().st_mtime_ns, path.read_bytes()) == before


def test_clearing_forgets_everything_and_gives_the_space_back(path):
    filled(path, 4000)
    path.with_name("memo.sqlite.bad").write_bytes(b"x" * 1000)
    assert stats(path).set_aside == 1000
    with Memo.open(path) as memo:
        memo.get_many(KEYS)
        assert memo.clear() == len(KEYS)
        assert memo.get_many(KEYS) == {}
        memo.put_many([(KEYS[0], b"again")])
    assert path.stat().st_size < 100_000
    assert (stats(path).values, stats(path).set_aside) == (1, 0)


# ---- who goes first ---------------------------------------------------------------------------


def group(number: int) -> list[StageKey]:
    return KEYS[number * 100 : number * 100 + 100]


def use(path: Path, *numbers: int) -> None:
    """One run that uses these groups of values, making those that are not there."""
    with Memo.open(path) as memo:
        for number in numbers:
            keys = group(number)
            found = memo.get_many(keys)
            memo.put_many((key, os.urandom(2000)) for key in keys if key not in found)


def left(path: Path, keep: int) -> set[int]:
    """The groups that are whole after all but about `keep` of them are pruned."""
    with Memo.open(path) as memo:
        memo.prune(keep * 100 * 2200 + 60_000)
    con = apsw.Connection(str(path))  # a look through the memo would be a use
    keys = {key for (key,) in con.execute("SELECT key FROM memo")}
    con.close()
    return {n for n in range(12) if all(key.id in keys for key in group(n))}


@pytest.mark.parametrize("clock", [[1, 1, 1], [1, -400, 1], [-3, -3, -3], [9000, -9000, 1], [1, 0, 1]])
def test_what_is_used_stays_and_what_was_used_longest_ago_goes_whatever_the_clock_does(path, clock):
    use(path, 0, 1, 2)
    days_pass(path, clock[0])
    use(path, 3, 4)
    days_pass(path, clock[1])
    use(path, 0, 5)
    days_pass(path, clock[2])
    use(path, 3)
    # Last used: 1 and 2 on the first day, 4 on the second, 0 and 5 on the third, 3 today.
    if clock[1] == 0:  # the second and the third day are one
        assert left(path, 3) <= {0, 3, 4, 5}
    else:
        assert left(path, 4) == {0, 3, 4, 5} or left(path, 4) == {0, 3, 5}
        assert left(path, 3) == {0, 3, 5}
    assert left(path, 1) == {3}


def test_a_branch_keeps_its_values_through_work_on_another(path):
    """With room for both, weeks on one branch cost the other nothing."""
    use(path, 0, 1)
    for _ in range(20):
        days_pass(path, 1)
        use(path, 2, 3)
        assert left(path, 5) == {0, 1, 2, 3}


def test_stats_tell_how_much_of_which_stage_since_when(path):
    assert stats(path).values == 0
    assert not path.parent.exists()
    keys = [
        StageKey(stage, "f", str(n)) for stage, number in (("chunk", 3), ("parse", 5)) for n in range(number)
    ]
    with Memo.open(path) as memo:
        memo.put_many((key, b"x" * 500) for key in keys)
    days_pass(path, 7)
    with Memo.open(path) as memo:
        memo.get_many(keys[:2])
    found = stats(path)
    assert {name: number for name, (number, _) in found.stages.items()} == {"chunk": 3, "parse": 5}
    assert all(500 * number <= size < 600 * number for number, size in found.stages.values())
    assert (found.values, found.reason, found.bytes >= path.stat().st_size) == (8, "", True)
    days = date.fromisoformat(found.newest) - date.fromisoformat(found.oldest)
    assert days == timedelta(days=7)


@pytest.mark.long
def test_processes_may_read_write_prune_and_clear_at_once(path):
    """Whatever comes back is what was put."""
    script = """
import sys
from datetime import date, timedelta
from pathlib import Path
from graphrag_batch.fingerprint import StageKey
from graphrag_batch.memo import Memo
keys = [StageKey("p", "f", str(n)) for n in range(300)]
wrong = 0
with Memo.open(Path(sys.argv[1])) as memo:
    for turn in range(30):
        if sys.argv[2] == "use":
            memo.put_many((key, key.id * 200) for key in keys[turn::7])
            wrong += sum(value != key.id * 200 for key, value in memo.get_many(keys).items())
        elif sys.argv[2] == "prune":
            memo.prune(100_000)
        else:
            memo.clear()
    print(wrong, memo.reason or "fine")
"""
    roles = ["use", "use", "prune", "clear"]
    processes = [
        subprocess.Popen([sys.executable, "-c", script, str(path), role], stdout=subprocess.PIPE, text=True)
        for role in roles
    ]
    answers = [process.communicate()[0].strip() for process in processes]
    assert all(answer.startswith("0 ") for answer in answers), answers
    filled(path)
