import Testing

@testable import ColletCheck

struct HeapTests {
    @Test func aBranchWritesToItsOwnLayer() {
        let heap = Heap()
        heap[1] = .int(1)
        let branch = Heap(base: heap)
        branch[1] = .int(2)
        #expect(heap[1] == .int(1))
        heap.take(branch)
        #expect(heap[1] == .int(2))
    }

    @Test func branchesThatMeetAreJoined() {
        let heap = Heap()
        heap[1] = .int(1)
        let (one, other) = (Heap(base: heap), Heap(base: heap))
        one[1] = .int(2)
        one[2] = .int(5)
        let joined = heap.joining([one, other])
        #expect(joined[1] == .oneOf([.int(2), .int(1)]))
        #expect(joined[2] == .int(5))
        #expect(heap[1] == .int(1))
    }

    @Test func storingMayBeAtOneOfSeveralAddresses() {
        let heap = Heap()
        heap[1] = .int(1)
        heap[2] = .int(2)
        heap.store(.int(3), at: .oneOf([.address(1, []), .address(2, [])]))
        #expect(heap[1] == .oneOf([.int(1), .int(3)]))
        #expect(heap.load(.address(2, [])) == .oneOf([.int(2), .int(3)]))
    }

    /// What runs a closure may run it at a time that nobody can tell, too.
    @Test func whatAnInnerClosureWritesAnOuterOneDoes() {
        let untimed = UntimedWrites()
        var inner: [UntimedWrites.Write] = []
        let outer = untimed.recording(after: 1) {
            inner = untimed.recording(after: 2) {
                untimed.note(.int(1), at: 1, [], over: nil)
            }
        }
        #expect(inner.map(\.cell) == [1])
        #expect(outer == inner)
    }
}
