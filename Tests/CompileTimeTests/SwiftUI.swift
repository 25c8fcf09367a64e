// Stand-ins with SwiftUI's names, for the samples of pages: here there is none.

import Observation

@MainActor protocol App {
    associatedtype Body: Scene
    var body: Body { get }
    init()
}
@MainActor protocol Scene {}
@MainActor protocol View {
    associatedtype Body: View
    var body: Body { get }
}
extension Never: View { var body: Never { fatalError() } }
struct WindowGroup<Content: View>: Scene { init(content: () -> Content) {} }
struct Text: View {
    init(_ text: String) {}
    var body: Never { fatalError() }
}
struct Button: View {
    init(_ title: String, action: @escaping @MainActor () -> Void) {}
    var body: Never { fatalError() }
}
@propertyWrapper struct State<Value> {
    var wrappedValue: Value
    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    init(initialValue: Value) { self.wrappedValue = initialValue }
}
