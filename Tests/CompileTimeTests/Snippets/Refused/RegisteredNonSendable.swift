import Collet

protocol Counting {}
final class Counter: Counting { var count = 0 }

func register() {
    Resolver.register(value: Counter())  // error: 'Counter' does not conform to the 'Sendable'
    Resolver.register(value: Counter() as any Counting)  // error: 'any Counting' does not conform
}
