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

    @Test func anAddressThatIsNotKnownHoldsNothingKnown() {
        let heap = Heap()
        #expect(heap.load(.unknown) == .unknown)
        #expect(heap.load(.uncomputed) == .uncomputed)
        #expect(heap.load(.address(1, [])) == .unknown)
        heap.store(.int(1), at: .unknown)
        #expect(heap.cells.isEmpty)
        heap.store(.int(1), at: .address(1, [.field("a")]))
        #expect(heap[1] == .fields("", ["a": .int(1), "": .unknown]))
        #expect(heap.load(.address(1, [.field("a")])) == .int(1))
    }

    @Test func whatLiesAboveALayerIsFound() {
        let heap = Heap()
        heap[1] = .int(1)
        let middle = Heap(base: heap)
        middle[1] = .int(2)
        middle[2] = .int(3)
        let top = Heap(base: middle)
        top[2] = .int(4)
        #expect(top.written(above: heap) == [1: .int(2), 2: .int(4)])
        #expect(top.written(above: middle) == [2: .int(4)])
        #expect(top.written(above: top).isEmpty)
        #expect(heap.joining([top]) === top)
    }

    /// A task's writes may be there until something has waited for the task.
    @Test func whatIsWrittenAtAnyTimeMayBeThere() {
        let heap = Heap()
        heap[1] = .fields("A", ["a": .string("x"), "b": .string("y")])
        heap[9] = .string("global")
        let untimed = heap.untimed
        untimed.globals = [9]
        let writes = untimed.recording(after: 1) {
            heap.store(.string("z"), at: .address(1, [.field("a")]))
            heap.store(.string("w"), at: .address(2, []))
            heap.store(.string("v"), at: .address(9, []))
        }
        #expect(writes.map(\.cell) == [1, 9])
        #expect(writes.first?.value == .oneOf([.string("x"), .string("z")]))
        heap[1] = .fields("A", ["a": .string("x"), "b": .string("y")])
        untimed.add(writes, of: 5)
        untimed.add(writes, of: 5)
        let either = Value.oneOf([.string("x"), .string("z")])
        #expect(heap.load(.address(1, [.field("a")])) == either)
        #expect(heap.load(.address(1, [.field("b")])) == .string("y"))
        #expect(heap.load(.address(1, [])).part(.field("a")) == either)
        untimed.add(writes)
        untimed.remove(task: 5)
        #expect(heap.load(.address(1, [.field("a")])) == either)
        untimed.add(writes, of: 6)
        _ = untimed.recording(after: 1) { untimed.remove(task: 6) }
        #expect(heap.load(.address(1, [.field("a")])) == either)
    }

    @Test func whatOnlyATaskWritesIsForgottenWithIt() {
        let heap = Heap()
        heap[1] = .string("x")
        heap.untimed.add([.init(cell: 1, steps: [], value: .string("z"))], of: 5)
        #expect(heap.load(.address(1, [])) == .oneOf([.string("x"), .string("z")]))
        heap.untimed.remove(task: 5)
        #expect(heap.load(.address(1, [])) == .string("x"))
    }

    /// Code that runs a closure may also do so at a time that can't be told.
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
