@main
enum Main { static func main() { register(S(), with: S.init) } }
