@main
enum Main { static func main() { first.build() } }
