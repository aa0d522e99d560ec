extension JSONForm {
  /// A SHA-256 as 64 lowercase hex digits.
  mutating func digest(_ value: JSONValue, _ what: String) -> SHA256Digest? {
    guard let string = string(value, what) else { return nil }
    if let digest = SHA256Digest(hex: string) { return digest }
    let isUppercase = SHA256Digest(hex: string.lowercased()) != nil
    report(
      isUppercase
        ? "\(what) must be written in lowercase hex digits"
        : "\(what) must be 64 lowercase hex digits, not '\(JSONForm.cut(string))'",
      at: value.offset)
    return nil
  }
}
