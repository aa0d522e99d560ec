@testable import SchemaGate

/// Schemas in many spellings and kinds of tables, with the objects in which a rule must find
/// something.
///
/// In the text, `{x}` is the name `x`, quoted in one of SQLite's ways, and `%` stands for a table's
/// options.
struct SchemaCorpus {
  let rule: RuleID
  let sql: String
  let objects: [String]
  let configuration: String?

  init(_ rule: RuleID, _ sql: String, _ objects: [String] = [], configuration: String? = nil) {
    self.rule = rule
    self.sql = sql
    self.objects = objects
    self.configuration = configuration
  }

  /// The ends of CREATE TABLE.
  static let options = ["", "STRICT", "WITHOUT ROWID", "STRICT, WITHOUT ROWID"]

  /// Spells the text in one of many ways.
  func spelled(seed: UInt64, options: String) -> String {
    var random = Generator(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
    let style = Int(seed % 4)
    var text = ""
    var name: String?
    var isString = false
    for character in sql {
      switch character {
      case "{" where !isString: name = ""
      case "}" where !isString:
        let word = name ?? ""
        name = nil
        switch style {
        case 0: text += SQLWords.name(word)
        case 1: text += quoted(random.next() % 2 == 0 ? word : word.uppercased())
        case 2: text += "[\(word)]"
        default: text += "`\(word)`"
        }
      case "%" where !isString && name == nil: text += options
      case " " where !isString && name == nil:
        text +=
          [" ", " ", "\n", "\r\n", "\t", " /* ' \" */ ", " -- it's {\n"][
            Int(random.next() % 7)]
      case "'":
        isString.toggle()
        text.append(character)
      default:
        if name != nil {
          name?.append(character)
        } else if !isString, random.next() % 2 == 0 {
          text += character.lowercased()
        } else {
          text.append(character)
        }
      }
    }
    return text
  }

  private struct Generator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state >> 8
    }
  }
}

extension SchemaCorpus {
  static let parent =
    "CREATE TABLE {p} ( {id} TEXT NOT NULL PRIMARY KEY , {n} INTEGER UNIQUE ) % ; "

  static let all: [SchemaCorpus] = foreignKeys + checks + keys + orderings

  private static let foreignKeys: [SchemaCorpus] = [
    SchemaCorpus(
      "explicit-on-delete",
      parent + "CREATE TABLE {c} ( {id} TEXT PRIMARY KEY , {p id} TEXT REFERENCES {p} ) % ;",
      ["c.p id"]),
    SchemaCorpus(
      "explicit-on-delete",
      parent
        + "CREATE TABLE {c}({id} TEXT PRIMARY KEY,{p} TEXT,{on} TEXT DEFAULT 'ON DELETE CASCADE', "
        + "CONSTRAINT {f} FOREIGN KEY ( {p} ) REFERENCES {p} ( {id} ) ON UPDATE CASCADE ) % ;",
      ["c.p"]),
    SchemaCorpus(
      "explicit-on-delete",
      parent + "CREATE TABLE {c} ( {id} TEXT PRIMARY KEY , {a} TEXT REFERENCES {p} ( {id} ) ON "
        + "UPDATE RESTRICT ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED , {b} TEXT , FOREIGN "
        + "KEY ( {b} ) REFERENCES {p} ON DELETE SET NULL MATCH FULL ) % ;"),
    SchemaCorpus(
      "explicit-on-delete",
      parent + "CREATE TABLE {c} ( {id} TEXT PRIMARY KEY , {a} TEXT REFERENCES {p} ON DELETE "
        + "SET NULL , {b} TEXT REFERENCES {p} ON DELETE CASCADE ) % ;",
      ["c.a"], configuration: #"{"onDelete": ["CASCADE"]}"#),
    SchemaCorpus(
      "fk-target",
      parent + "CREATE TABLE {c} ( {id} TEXT PRIMARY KEY , {a} TEXT REFERENCES {gone} , "
        + "{b} TEXT REFERENCES {p} ( {id} ) , {d} INTEGER REFERENCES {p} ( {n} ) , "
        + "{e} TEXT REFERENCES {p} ( {n} ) , {f} TEXT REFERENCES {p} ( {x} ) , "
        + "{self} TEXT REFERENCES {c} ( {id} ) , {g} TEXT REFERENCES {c} ) % ;",
      ["c.a", "c.e", "c.f"]),
    SchemaCorpus(
      "fk-target",
      "CREATE TABLE {p} ( {a} TEXT NOT NULL , {b} TEXT NOT NULL , {d} TEXT , PRIMARY KEY ( {a} , "
        + "{b} ) ) % ; CREATE TABLE {c} ( {id} TEXT PRIMARY KEY , {x} TEXT , {y} TEXT , FOREIGN KEY "
        + "( {y} , {x} ) REFERENCES {p} ( {b} , {a} ) , FOREIGN KEY ( {x} ) REFERENCES {p} ( {a} ) "
        + ", FOREIGN KEY ( {x} , {y} ) REFERENCES {p} ) % ;",
      ["c.x"]),
    SchemaCorpus(
      "fk-target",
      "CREATE TABLE {p} ( {id} TEXT PRIMARY KEY , {a} TEXT , {b} TEXT COLLATE NOCASE ) % ; CREATE "
        + "UNIQUE INDEX {i} ON {p} ( {a} ) WHERE {a} IS NOT NULL ; CREATE UNIQUE INDEX {j} ON {p} "
        + "( {b} COLLATE BINARY ) ; CREATE TABLE {c} ( {id} TEXT PRIMARY KEY , {x} TEXT REFERENCES "
        + "{p} ( {a} ) , {y} TEXT REFERENCES {p} ( {b} ) ) % ;",
      ["c.x", "c.y"]),
    SchemaCorpus(
      "fk-set-null",
      parent + "CREATE TABLE {c} ( {id} TEXT PRIMARY KEY , {a} TEXT NOT NULL REFERENCES {p} ON "
        + "DELETE SET NULL , {b} TEXT REFERENCES {p} ON DELETE SET NULL , {d} TEXT CHECK ( {d} IS "
        + "NOT NULL ) REFERENCES {p} ON DELETE SET NULL , {e} TEXT NOT NULL REFERENCES {p} ON "
        + "DELETE CASCADE ) % ;",
      ["c.a", "c.d"]),
    SchemaCorpus(
      "fk-index",
      parent + "CREATE TABLE {c} ( {id} TEXT PRIMARY KEY REFERENCES {p} , {a} TEXT REFERENCES {p} "
        + ", {b} TEXT REFERENCES {p} , {d} TEXT REFERENCES {p} , {e} TEXT REFERENCES {p} , {f} "
        + "TEXT UNIQUE REFERENCES {p} ) % ; CREATE INDEX {i} ON {c} ( {a} DESC , {b} ) ; CREATE "
        + "INDEX {j} ON {c} ( {d} ) WHERE {d} NOTNULL ; CREATE INDEX {k} ON {c} ( {e} ) WHERE {a} "
        + "IS NOT NULL ;",
      ["c.b", "c.e"]),
    SchemaCorpus(
      "fk-index",
      "CREATE TABLE {p} ( {a} TEXT NOT NULL , {b} TEXT NOT NULL , PRIMARY KEY ( {a} , {b} ) ) % ; "
        + "CREATE TABLE {c} ( {x} TEXT NOT NULL , {y} TEXT NOT NULL , {z} TEXT NOT NULL , PRIMARY "
        + "KEY ( {y} , {x} , {z} ) , FOREIGN KEY ( {x} , {y} ) REFERENCES {p} , FOREIGN KEY ( {x} , "
        + "{z} ) REFERENCES {p} ) % ;",
      ["c(x, z)"]),
  ]

  private static let checks: [SchemaCorpus] = [
    SchemaCorpus(
      "boolean-check",
      "CREATE TABLE {t} ( {id} TEXT PRIMARY KEY , {is_a} INTEGER CHECK ( {is_a} IN ( 0 , 1 ) ) , "
        + "{has_b} INTEGER , {c_enabled} INTEGER CHECK ( {c_enabled} BETWEEN 0 AND 1 ) , {done} "
        + "TEXT , {read} INTEGER CHECK ( {read} = 0 OR {read} = 1 ) , {archived} INTEGER CHECK ( "
        + "{archived} >= 0 ) , {level} INTEGER , CHECK ( {t} . {archived} < 2 ) ) % ;",
      ["t.has_b", "t.done"]),
    SchemaCorpus(
      "boolean-check",
      "CREATE TABLE {t} ( {id} TEXT PRIMARY KEY , {Is_A} INTEGER NOT NULL DEFAULT ( 1 ) CHECK ( "
        + "{IS_A} ) , {pinned} INTEGER AS ( {Is_A} = 1 ) STORED ) % ;",
      ["t.Is_A"]),
    SchemaCorpus(
      "enum-check",
      "CREATE TABLE {t} ( {id} TEXT PRIMARY KEY , {status} TEXT CHECK ( {status} IN ( 'a' , 'b' ) "
        + ") , {kind} TEXT , {a_type} TEXT CHECK ( {a_type} <> '' ) , {role} INTEGER , {b_mode} "
        + "TEXT COLLATE NOCASE , CONSTRAINT {k} CHECK ( lower ( {b_mode} ) IN ( 'x' , 'y' ) ) ) % ;",
      ["t.kind", "t.a_type"]),
    SchemaCorpus(
      "enum-check",
      "CREATE TABLE {k} ( {name} TEXT PRIMARY KEY ) % ; CREATE TABLE {t} ( {id} TEXT PRIMARY KEY , "
        + "{kind} TEXT REFERENCES {k} ON DELETE RESTRICT , {my_state} TEXT CHECK ( 1 ) ) % ;",
      ["t.my_state"]),
    SchemaCorpus(
      "timestamp-encoding",
      "CREATE TABLE {t} ( {id} TEXT PRIMARY KEY , {a_at} TEXT DEFAULT CURRENT_TIMESTAMP , {b_at} "
        + "TEXT DEFAULT '2026-01-02T03:04:05.678Z' , {c_at} INTEGER , {d_at} TEXT DEFAULT ( "
        + "strftime ( '%Y-%m-%dT%H:%M:%fZ' , 'now' ) ) , {e_at} TEXT DEFAULT ( datetime ( 'now' ) "
        + ") , {f_at} TEXT DEFAULT 0 , {g_at} TEXT DEFAULT NULL , {h_at} TEXT DEFAULT "
        + "'2026-01-02T03:04:05.678+00:00' , {i_at} TEXT DEFAULT '2026-02-30T03:04:05.678Z' ) % ;",
      ["t.a_at", "t.c_at", "t.e_at", "t.f_at", "t.h_at", "t.i_at"]),
    SchemaCorpus(
      "timestamp-encoding",
      "CREATE TABLE {t} ( {id} TEXT PRIMARY KEY , {a_at} TEXT , {n} INTEGER ) % ; CREATE TRIGGER "
        + "{x} AFTER UPDATE OF {n} ON {t} BEGIN UPDATE {t} SET {n} = 1 , {a_at} = ifnull ( new . "
        + "{a_at} , date ( 'now' ) ) WHERE {id} = new . {id} ; END ; CREATE TRIGGER {y} AFTER "
        + "INSERT ON {t} BEGIN UPDATE {t} SET {a_at} = strftime ( '%Y-%m-%dT%H:%M:%fZ' , 'now' ) "
        + ", {n} = unixepoch ( ) ; INSERT INTO {t} ( {id} , {a_at} ) SELECT new . {id} , new . "
        + "{a_at} WHERE 0 ; END ; INSERT INTO {t} ( {a_at} , {id} ) VALUES ( "
        + "'2026-01-02T03:04:05.678Z' , 'a' ) , ( '2026-01-02 03:04:05' , 'b' ) ; UPDATE {t} SET "
        + "{a_at} = unixepoch ( ) WHERE {id} = 'c' ; REPLACE INTO {t} VALUES ( 'c' , datetime ( "
        + "'now' ) , 1 ) ;",
      ["trigger x", "t.a_at", "t.a_at", "t.a_at"]),
    SchemaCorpus(
      "column-family",
      "CREATE TABLE {t} ( {id} TEXT PRIMARY KEY , {version} TEXT CHECK ( length ( {version} ) = 3 ) "
        + ", {a_version} TEXT , {b_version} INTEGER , {c_version} TEXT CHECK ( {c_version} GLOB "
        + "'[a-z][a-z][a-z]' ) ) % ;",
      ["t.a_version", "t.b_version", "t.version"],
      configuration: """
        {"families": {"hlc": {"columns": ["version", "*_version"], "type": "TEXT",
          "accepts": ["abc"], "rejects": ["", "ABC"]}}}
        """),
    SchemaCorpus(
      "vocabulary",
      "CREATE TABLE {t} ( {id} TEXT PRIMARY KEY , {Disposition} TEXT CHECK ( {disposition} IN ( "
        + "'wait' , 'hold' ) ) ) % ; CREATE TABLE {u} ( {id} TEXT PRIMARY KEY , {disposition} TEXT "
        + "NOT NULL CHECK ( {disposition} IN ( 'wait' , 'hold' ) ) ) % ;",
      ["u.disposition"],
      configuration: """
        {"vocabulary": {"disposition": {"meaning": "what it waits for", "type": "TEXT",
          "accepts": ["wait", "hold", null], "rejects": ["", "x"]}}}
        """),
    SchemaCorpus(
      "local-only",
      "CREATE TABLE {t} ( {id} TEXT PRIMARY KEY , {AI_Prompt} TEXT , {prompted} TEXT , {promptly} "
        + "TEXT ) % ; CREATE VIRTUAL TABLE {v} USING fts5 ( {last_prompt} , {body} ) ;",
      ["t.AI_Prompt", "v.last_prompt"],
      configuration: #"{"forbiddenColumns": [{"pattern": "*_prompt", "reason": "private"}]}"#),
  ]

  private static let label = """
    {"naturalKeys": [{"table": "t", "columns": ["label"], "live": "archived_at IS NULL"}]}
    """
  private static let table =
    "CREATE TABLE {t} ( {id} TEXT NOT NULL PRIMARY KEY , {label} TEXT NOT NULL , {kind} TEXT NOT "
    + "NULL CHECK ( {kind} IN ( 'a' , 'b' ) ) , {pinned} INTEGER NOT NULL CHECK ( {pinned} IN ( 0 "
    + ", 1 ) ) , {archived_at} TEXT CHECK ( length ( {archived_at} ) = 24 ) ) % ; "

  private static let keys: [SchemaCorpus] =
    [
      ("CREATE UNIQUE INDEX {i} ON {t} ( {label} ) WHERE {archived_at} IS NULL ;", true),
      (
        "CREATE UNIQUE INDEX {i} ON {t} ( ( {label} ) COLLATE BINARY ASC ) WHERE ( ( {archived_at} "
          + ") ISNULL ) ;", true
      ),
      ("CREATE UNIQUE INDEX {i} ON {t} ( {label} , ifnull ( {archived_at} , '' ) ) ;", true),
      ("CREATE UNIQUE INDEX {i} ON {t} ( lower ( {label} ) ) WHERE {archived_at} IS NULL ;", true),
      (
        "CREATE UNIQUE INDEX {i} ON {t} ( {label} ) WHERE {archived_at} IS NULL AND {pinned} = 1 ; "
          + "CREATE UNIQUE INDEX {j} ON {t} ( {label} ) WHERE {archived_at} IS NULL AND {pinned} <> "
          + "1 ;", false
      ),
      ("CREATE UNIQUE INDEX {i} ON {t} ( {label} ) ;", false),
      ("CREATE UNIQUE INDEX {i} ON {t} ( {label} , {archived_at} ) ;", false),
      ("CREATE UNIQUE INDEX {i} ON {t} ( {label} , {kind} ) WHERE {archived_at} IS NULL ;", false),
      (
        "CREATE UNIQUE INDEX {i} ON {t} ( {label} ) WHERE {archived_at} IS NULL AND {pinned} ;",
        false
      ),
      ("CREATE UNIQUE INDEX {i} ON {t} ( {label} ) WHERE {archived_at} IS NOT NULL ;", false),
      ("CREATE INDEX {i} ON {t} ( {label} ) WHERE {archived_at} IS NULL ;", false),
      ("", false),
    ].map { index, isGood in
      SchemaCorpus("natural-key", table + index, isGood ? [] : ["t"], configuration: label)
    } + [
      SchemaCorpus(
        "natural-key",
        parent + "CREATE TABLE {p p} ( {a} TEXT NOT NULL REFERENCES {p} , {b} TEXT NOT NULL "
          + "REFERENCES {p} , {created_at} TEXT NOT NULL , PRIMARY KEY ( {a} , {b} ) ) % ; CREATE "
          + "TABLE {p q} ( {id} TEXT NOT NULL PRIMARY KEY , {a} TEXT NOT NULL REFERENCES {p} , {b} "
          + "TEXT NOT NULL REFERENCES {p} ) % ; CREATE TABLE {log} ( {id} TEXT NOT NULL PRIMARY "
          + "KEY , {a} TEXT NOT NULL REFERENCES {p} , {b} TEXT NOT NULL REFERENCES {p} , {at} TEXT "
          + ") % ; CREATE TABLE {p z} ( {a} TEXT NOT NULL REFERENCES {p} , {b} TEXT NOT NULL "
          + "REFERENCES {p} , {position} INTEGER NOT NULL , PRIMARY KEY ( {a} , {b} , {position} ) "
          + ") % ;",
        ["p q", "p z"]),
      SchemaCorpus(
        "natural-key",
        "CREATE TABLE {t} ( {id} TEXT NOT NULL PRIMARY KEY CHECK ( length ( {id} ) = 36 ) , {s} "
          + "TEXT NOT NULL CHECK ( length ( {s} ) = 36 AND {s} <> {id} ) , {n} TEXT NOT NULL , "
          + "UNIQUE ( {s} , {n} ) ) % ;",
        configuration: #"{"naturalKeys": [{"table": "T", "columns": ["S", "N"]}]}"#),
      SchemaCorpus(
        "partial-unique",
        "CREATE TABLE {t} ( {id} TEXT NOT NULL PRIMARY KEY , {name} TEXT NOT NULL , {a_title} TEXT , "
          + "{slug} TEXT UNIQUE , {deleted_at} TEXT ) % ; CREATE UNIQUE INDEX {i} ON {t} ( {name} ) "
          + "WHERE {deleted_at} IS NULL ; CREATE UNIQUE INDEX {j} ON {t} ( lower ( {name} ) ) ; "
          + "CREATE UNIQUE INDEX {k} ON {t} ( {a_title} ) WHERE {name} <> '' ; CREATE TABLE {u} ( "
          + "{name} TEXT NOT NULL PRIMARY KEY , {slug} TEXT UNIQUE ) % ;",
        ["t", "index j", "index k"]),
    ]

  private static let orderings: [SchemaCorpus] = [
    SchemaCorpus(
      "redundant-index",
      "CREATE TABLE {t} ( {id} TEXT NOT NULL PRIMARY KEY , {a} TEXT , {b} TEXT ) % ; CREATE INDEX "
        + "{i} ON {t} ( {a} ) ; CREATE INDEX {j} ON {t} ( {a} , {b} ) ; CREATE INDEX {k} ON {t} ( "
        + "{a} DESC , {b} DESC ) ; CREATE INDEX {l} ON {t} ( {a} COLLATE NOCASE ) ; CREATE INDEX "
        + "{m} ON {t} ( lower ( {b} ) ) ; CREATE INDEX {n} ON {t} ( LOWER({b}) , {a} ) ; CREATE "
        + "INDEX {o} ON {t} ( {id} ) ; CREATE UNIQUE INDEX {q} ON {t} ( {b} ) ; CREATE INDEX {r} "
        + "ON {t} ( {b} , {a} ) WHERE {b} > 'x' ; CREATE INDEX {s} ON {t} ( {b} ) WHERE ( {b} > "
        + "'x' ) ;",
      ["index i", "index k", "index m", "index o", "index s"]),
    SchemaCorpus(
      "sort-key",
      "CREATE TABLE {t} ( {id} TEXT NOT NULL PRIMARY KEY , {a} TEXT , {b} TEXT , {c} TEXT ) % ; "
        + "CREATE INDEX {i} ON {t} ( {a} , {b} , {id} ) ; CREATE INDEX {j} ON {t} ( {b} DESC , {id} "
        + ") WHERE {c} = 'x' ; CREATE INDEX {k} ON {t} ( {c} ) ;",
      ["t", "t", "t"],
      configuration: """
        {"sortKeys": [
          {"name": "one", "table": "T", "where": "a = ?", "orderBy": ["b", "id"]},
          {"name": "three", "table": "t", "where": "a = ?", "orderBy": ["b", "c"]},
          {"name": "four", "table": "t", "where": "b = ?", "orderBy": ["c"]},
          {"name": "five", "table": "t", "where": "b > 'm'", "orderBy": ["c"]},
          {"name": "six", "table": "t", "orderBy": ["c"]},
          {"name": "seven", "sql": "SELECT x.b FROM t AS x WHERE x.a = ?1 ORDER BY x.b;"}]}
        """),
    SchemaCorpus(
      "sqlite-floor",
      "CREATE TABLE {iif} ( {id} TEXT NOT NULL PRIMARY KEY , {returning} TEXT DEFAULT '->' ) % ; "
        + "CREATE INDEX {i} ON {iif} ( {returning} ) ; CREATE VIEW {v} AS SELECT sign ( {id} ) , "
        + "{id} ->> 'x' FROM {iif} RIGHT JOIN {iif} AS {b} USING ( {id} ) ;",
      ["the operators -> and ->>", "RIGHT and FULL JOIN"],
      configuration: #"{"sqliteFloor": "3.37.2"}"#),
  ]
}
