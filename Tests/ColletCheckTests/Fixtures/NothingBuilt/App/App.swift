import Collet

// build() is forgotten, though tests and a preview override the block.
public protocol Mail: Sendable {}
struct SMTP: Mail {}
public let app = Dependencies { Module { SMTP() as any Mail } }

public struct Screen {
    @Inject var mail: any Mail
    public init() {}
}
struct ScreenPreviews { static var previews: String { app.override { "\(Screen())" } } }

@main
struct Main { static func main() { print(Screen()) } }
