@main
enum Main {
    static func main() {
        dependencies("suffix").build()
        runTime("suffix").build()
        separated.build()
        together.build()
        read()
    }
}
