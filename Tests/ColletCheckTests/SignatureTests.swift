import Testing

@testable import ColletCheck

struct SignatureTests {
    @Test func resultsAndErrorsMayHaveAddresses() {
        let signature = Signature(
            SILText(
                copying: """
                    @convention(thin) <T, each U, let n : Int where T : P> \
                    (@in_guaranteed T, @inout Int, \
                    @noescape @callee_guaranteed () -> @out Int) -> (@out T, @error_indirect any Error)
                    """))
        #expect(signature.genericNames == ["T", "U", "n"])
        #expect(signature.storedTypes.map(\.string) == ["T"])
        #expect(signature.returnedTypes.isEmpty)
        #expect(signature.hasErrorResult)
        #expect(signature.mayThrow)
        #expect(signature.leadingArguments == 2)
        #expect(
            signature.parameters == [
                .init(isIndirect: true), .init(isInout: true), .init(isNoescape: true),
            ])
    }

    @Test func aLifetimeMayDependOnWhatIsInout() {
        let text = "(@lifetime(copy 1) @inout Span, @lifetime(copy 0) @owned Span) -> ()"
        let signature = Signature(SILText(copying: text))
        #expect(signature.parameters.map(\.isInout) == [true, false])
    }

    @Test func aSubstitutedTypesArgumentsAreKnown() {
        let text =
            "@convention(thin) @substituted <T, U> (@in_guaranteed T) -> @out U for <Int, P>"
        let signature = Signature(SILText(copying: text))
        #expect(signature.parameterTypes == ["Int"])
    }

    /// The type of a witness that yields.
    @Test func aGenericFunctionsSubstitutedTypeHasItsOwnArguments() {
        let text =
            "@yield_once <A> @substituted <T> (@in T) -> @yields T for <Int>"
        let signature = Signature(SILText(copying: text))
        #expect(signature.parameterTypes == ["Int"])
    }

    /// As `Result.get()` has it.
    @Test func aResultMayHaveALifetime() {
        let text = "(@in T) -> @lifetime(copy 0) (@out T, @error_indirect E)"
        let signature = Signature(SILText(copying: text))
        #expect(signature.storedTypes.map(\.string) == ["T"])
        #expect(signature.leadingArguments == 2)
    }

    @Test func aValueMayBePassedByItsAddress() {
        let text = "(@in T, @in_guaranteed T, @guaranteed T, Int) -> ()"
        let signature = Signature(SILText(copying: text))
        #expect(signature.parameters.map(\.isIndirect) == [true, true, false, false])
    }

    @Test func aResultsOwnResultsDontCount() {
        let signature = Signature(
            SILText(
                copying:
                    "@convention(thin) () -> @owned @callee_guaranteed () -> @out Int"))
        #expect(signature.storedTypes.isEmpty)
        #expect(!signature.mayThrow)
    }
}
