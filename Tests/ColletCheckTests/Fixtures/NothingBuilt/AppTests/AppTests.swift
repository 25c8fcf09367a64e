import App
import Collet
import Testing

struct Fake: Mail {}
@Test func screenHasMail() {
    Dependencies {
        app
        Module { Fake() as any Mail }
    }.override { print(Screen()) }
}
