#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The tz database of this machine.
package enum SystemTimeZones {
  /// Where systems keep it.
  private static let folders = ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo"]

  /// Whether the machine knows a time zone: whether its file is there and begins as RFC 8536 says.
  ///
  /// - Parameter name: a word of the form of zone names, so that it cannot lead out of the folder.
  package static func contains(_ name: String) -> Bool {
    folders.contains { folder in
      do throws(FileError) {
        let descriptor = try Syscalls.open("\(folder)/\(name)", O_RDONLY, operation: "read")
        let magic = try descriptor.readAll(limit: 1 << 20, expecting: 4096, path: name).prefix(4)
        return magic.elementsEqual("TZif".utf8)
      } catch {
        // Also a folder of zones, and a machine without the database: it knows no such zone.
        return false
      }
    }
  }
}
