// with: @MainActor public let fakes = [1]
// So is a block in `main.swift`, which belongs to the main actor.
import Collet
import Other

func test() {
    print(fakes)  // error: main actor-isolated let 'fakes' can not be referenced from a nonisolated
}
