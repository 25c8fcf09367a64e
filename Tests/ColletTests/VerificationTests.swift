import Collet
import Foundation
import Testing

/// Whether a block's modules have all that they need, and how they depend on each other.
struct VerificationTests {
    // MARK: Nothing stays behind

    @Test func verifyKeepsNothingOfTheBlock() {
        let tally = Tally()
        do {
            let captured = Counted(tally)
            let dependencies = Dependencies {
                Module(.shared) {
                    _ = captured
                    return LazyCheckout(tally) as any Checkout
                }
            }
            #expect(throws: VerificationError.self) { try dependencies.verify() }
        }
        #expect(tally.made == 2)
        #expect(tally.alive == 0)
    }

    @Test func theGraphKeepsNothingOfTheBlock() {
        let tally = Tally()
        let graph = {
            let captured = Counted(tally)
            return Dependencies {
                Module(.shared) {
                    _ = captured
                    return LazyCheckout(tally) as any Checkout
                }
            }
            .graph
        }()
        #expect(graph.edges.count == 2)
        #expect(tally.made == 2)
        #expect(tally.alive == 0)
    }
}
