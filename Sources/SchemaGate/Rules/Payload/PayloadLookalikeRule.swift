extension Rule {
  /// No two keys of an entity are easily taken for one another.
  static let payloadLookalike = Rule(
    id: "payload-lookalike",
    summary: "no two fields of an entity differ only by underscores, or by 0 and o, or 1 and l",
    rationale: """
      Somebody writes 'due_date', somebody else reads 'duedate', and both are right by the contract. \
      Since a field can never go, the mistake stays for good.
      """,
    setting: .warning,
    bad: [
      .payload(
        PayloadExample.contract(
          entities: PayloadExample.note(
            field: #""ti_tle":{"types":["string"]},"#, optional: #""ti_tle""#)
        ).replacing(#""title":{"#, with: #"⚑"title":{"#))
    ],
    good: [.payload(PayloadExample.contract())],
    check: .payload { evidence, findings in
      // What a contract took over it cannot change: only new pairs are reported.
      var known: Set<String> = []
      for contract in evidence.contracts.compactMap(\.formed.value) {
        for entity in contract.entities {
          var seen: [String: PayloadMember] = [:]
          for member in entity.members {
            let skeleton = Lookalike.skeleton(member.name)
            guard let other = seen[skeleton] else {
              seen[skeleton] = member
              continue
            }
            let pair = "\(entity.name) \(other.name) \(member.name)"
            guard known.insert(pair).inserted else { continue }
            findings.append(
              Finding(
                "'\(entity.name).\(member.name)' is easily taken for '\(other.name)'",
                at: contract.location(
                  at: member.offset, object: "\(entity.name).\(member.name)"),
                help: "choose a name that says how it differs",
                related: [
                  RelatedLocation("the other field", at: contract.location(at: other.offset))
                ]))
          }
        }
      }
    })
}

/// Names without what the eye passes over.
private enum Lookalike {
  static func skeleton(_ name: String) -> String {
    String(
      decoding: name.utf8.compactMap { byte -> UInt8? in
        switch byte {
        case UInt8(ascii: "_"): nil
        case UInt8(ascii: "0"): UInt8(ascii: "o")
        case UInt8(ascii: "1"): UInt8(ascii: "l")
        default: byte
        }
      }, as: UTF8.self)
  }
}
