"""`check` on this repository's authority against SQLite reading the same schema."""
from measure import pair


def lines(root, program):
    schema = str(root / "schema" / "schema.sql")
    sqlite = ((["sqlite3", ":memory:"], {"stdin": schema}))
    yield pair(([program, "check", "-q"], {"cwd": root}), sqlite, 21).line(
        "check against sqlite3 reading the schema", 2.5)
    yield pair(([program, "check", "-q", "--staged", "--against", "HEAD"], {"cwd": root}), sqlite,
               21).line("hook run against sqlite3 reading the schema", 3)
    yield pair(([program, "--version"], {}), (["sqlite3", "--version"], {}), 21).line(
        "start-up against sqlite3's")
