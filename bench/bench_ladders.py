"""`check` on generated ladders against SQLite running the same statements in memory."""
import pathlib
import subprocess
import sys
import tempfile

from measure import pair


def lines(root, program):
    for count in (100, 1000, 2000):
        with tempfile.TemporaryDirectory() as folder:
            tree = pathlib.Path(folder) / "tree"
            subprocess.run([sys.executable, root / "bench" / "make_ladder.py", str(count), tree],
                           check=True)
            schema = tree / "schema"
            subprocess.run([program, "-C", tree, "lock", "-q"], check=True)
            migrations = sorted((schema / "migrations").glob("*.sql"),
                                key=lambda path: int(path.name.split("_")[0]))
            everything = pathlib.Path(folder) / "all.sql"
            everything.write_bytes(b"\n".join(
                path.read_bytes() for path in [schema / "schema.sql", *migrations]))
            yield pair(([program, "-C", tree, "check", "-q"], {"expect": (0, 1)}),
                       (["sqlite3", ":memory:"], {"stdin": str(everything)}),
                       {100: 11, 1000: 5, 2000: 3}[count]).line(
                f"check of {count} migrations against sqlite3", 2.5)
