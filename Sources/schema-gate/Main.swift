import SchemaGate

@main
enum Main {
  static func main() {}
}
