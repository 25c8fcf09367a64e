import Collet

protocol Clock {}

@main
struct App {
    @Inject var clock: any Clock

    static func main() { print(App().clock) }
}
