/// Stands in for SwiftUI, which Linux doesn't have.
@MainActor
public protocol View {
    @ViewBuilder var body: any View { get }

    /// Prints everything that is visible.
    func show()
    /// Presses each button once.
    func press()
}

extension View {
    public var body: any View { fatalError("a text has no body") }
    public func show() { body.show() }
    public func press() { body.press() }
}

public struct Text: View {
    private let text: String

    public init(_ text: String) { self.text = text }
    public func show() { print(text) }
    public func press() {}
}

public struct Button: View {
    private let title: String
    private let action: @MainActor () -> Void

    public init(_ title: String, action: @escaping @MainActor () -> Void) {
        self.title = title
        self.action = action
    }
    public func show() { print("[\(title)]") }
    public func press() { action() }
}

struct Stack: View {
    let first: (any View)?, second: (any View)?

    func show() {
        first?.show()
        second?.show()
    }
    func press() {
        first?.press()
        second?.press()
    }
}

@resultBuilder @MainActor
public enum ViewBuilder {
    public static func buildPartialBlock(first: any View) -> any View { first }
    public static func buildPartialBlock(
        accumulated: any View, next: any View
    ) -> any View { Stack(first: accumulated, second: next) }
    public static func buildOptional(_ view: (any View)?) -> any View {
        Stack(first: view, second: nil)
    }
}

@MainActor
public protocol PreviewProvider {
    static var previews: any View { get }
}

@MainActor
public protocol App {
    init()
    var window: any View { get }
}

extension App {
    public static func main() {
        let window = Self().window
        window.press()
        window.show()
        window.press()
        window.show()
    }
}
