import Foundation
import SchemaGate

/// Reads and writes tasks.
struct TaskStore {
  let connection: Connection

  /// Adds an open task to the inbox, and returns its id.
  func add(title: String) throws -> String {
    let id = UUID().uuidString.lowercased()
    let now = Clock.now()
    let insert = try connection.prepare(
      """
      INSERT INTO tasks (id, title, created_at, updated_at, content_version, schedule_version,
        lifecycle_version, archive_version, version)
      VALUES (?1, ?2, ?3, ?3, ?4, ?4, ?4, ?4, ?4)
      """)
    try insert.bind([.text(id), .text(title), .text(now.instant), .text(now.register)])
    _ = try insert.step()
    return id
  }

  /// The open tasks in the canonical order, one line each.
  func list() throws -> [String] {
    let select = try connection.prepare(
      """
      SELECT id, title FROM tasks
      WHERE status = 'open' AND archived_at IS NULL
      ORDER BY priority_effective, due_date IS NULL, due_date, id
      """)
    var lines: [String] = []
    while try select.step() {
      lines.append("\(select.text(at: 0) ?? "")  \(select.text(at: 1) ?? "")")
    }
    return lines
  }

  /// Completes an open task; false where there is none of that id.
  func complete(_ id: String) throws -> Bool {
    let now = Clock.now()
    let update = try connection.prepare(
      """
      UPDATE tasks SET status = 'completed', completed_at = ?2, updated_at = ?2,
        lifecycle_version = ?3, version = max(version, ?3)
      WHERE id = ?1 AND status = 'open'
      """)
    try update.bind([.text(id), .text(now.instant), .text(now.register)])
    _ = try update.step()
    return connection.changes == 1
  }
}

/// The present moment, as the schema writes it.
private struct Clock {
  /// RFC 3339 in UTC, with milliseconds.
  let instant: String
  /// A hybrid logical clock, as merge registers hold it.
  let register: String

  static func now() -> Clock {
    let milliseconds = Int64(Date().timeIntervalSince1970 * 1000)
    // Whole seconds are exact in a date; the milliseconds are put in as digits.
    let seconds = Date(timeIntervalSince1970: Double(milliseconds / 1000)).formatted(.iso8601)
    return Clock(
      instant: "\(seconds.dropLast()).\(padded(milliseconds % 1000, to: 3))Z",
      register: "\(padded(milliseconds, to: 13))_0000_0123456789abcdef")
  }

  private static func padded(_ number: Int64, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
