extension TimeZoneNames {
  /// The built-in names, and those of this machine's tz database.
  package static let system = TimeZoneNames { SystemTimeZones.contains($0) }
}
