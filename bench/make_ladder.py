#!/usr/bin/env python3
"""Writes a ladder of many versions, without its lock, for measuring.

usage: bench/make_ladder.py <versions> <folder>

Each migration makes a STRICT table of eight columns with an index and a trigger; every tenth also
adds a column to an earlier table. Nothing is random, so that two runs measure the same ladder.
"""
import pathlib
import sys

MILLIS = "strftime('%Y-%m-%dT%H:%M:%fZ', {0}) IS {0}"


def table(number):
    stamp = MILLIS.format("created_at")
    return f"""CREATE TABLE thing_{number} (
  id TEXT NOT NULL PRIMARY KEY,
  title TEXT NOT NULL CHECK (title <> ''),
  body TEXT,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'dropped')),
  is_pinned INTEGER NOT NULL DEFAULT 0 CHECK (is_pinned IN (0, 1)),
  position INTEGER NOT NULL DEFAULT 0,
  weight REAL,
  created_at TEXT NOT NULL CHECK ({stamp})
) STRICT;
CREATE INDEX thing_{number}_order ON thing_{number} (state, position, id);
CREATE TRIGGER thing_{number}_pin AFTER UPDATE OF state ON thing_{number} WHEN NEW.state = 'done' BEGIN
  UPDATE thing_{number} SET is_pinned = 0 WHERE id = NEW.id;
END;
"""


def main():
    if len(sys.argv) != 3 or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    count, schema = int(sys.argv[1]), pathlib.Path(sys.argv[2]) / "schema"
    migrations = schema / "migrations"
    migrations.mkdir(parents=True)
    (schema / "schema.sql").write_text(table(1))
    (schema / "migration_policy.json").write_text(
        '{\n  "launched": true,\n  "policy_doc": "",\n  "note": "generated",\n'
        '  "frozen_baseline": {\n    "checksums_lock": {},\n    "sync_payload_contracts": {}\n  }\n}\n')
    for number in range(2, count + 1):
        sql = table(number)
        if number % 10 == 0:
            sql += f"ALTER TABLE thing_{number // 2} ADD COLUMN extra_{number} TEXT;\n"
        (migrations / f"{number:03}_step_{number}.sql").write_text(sql)


main()
