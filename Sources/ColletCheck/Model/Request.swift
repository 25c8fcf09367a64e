/// What asks for a key, in one place.
package struct Request: Placed {
    package let site: Site
    package var key: Key
    package var owner: DeclaredType?
    package let registration: Place?
    /// The block whose own statement asks: what it has is registered later.
    let blockBeingMade: Place?
    let variable: String?, property: String?
    /// The module that has the library's code, which knows none of another's, if it asks
    /// by no wrapper of the app's own.
    let library: Substring?
    /// Whether what is asked for is needed when somebody uses the property.
    let isForUsers: Bool
    /// The overrides and isolations that are in force together, each time that it runs;
    /// the start stands for what the app itself has built.
    var scopes: [Set<Code>] = [[.start]]
    /// Those that it runs in alone, but for lazy properties, which may have their values
    /// from there when they are read elsewhere.
    var earlierScopes: Set<Code> = []
    /// Where code asks that something runs off the main actor.
    var siteOffMainActor: Site?
    /// Whether the main actor certainly doesn't run that code, too.
    var isAlwaysOffMainActor = false
    /// The registration or variable that keeps what asks for it, if one does.
    var keeper: Place?
    /// Whether code of a program asks, or of a module that one imports, and no test.
    var isOfApp = false
    /// Whether who calls it can't be followed: a closure that is kept, or what another
    /// module requires.
    var isForOthers = false
    /// Whether some code of the program calls the function that asks.
    var isCalled = false
    /// Whether the program's own code leads to where something of another package asks.
    var isUsed = false
    /// Whether only tests give the generic code around it the types that it asks for.
    var isForTests = false
    /// Whether some code gives the property a wrapper that it made itself.
    var isMadeByHand = false

    /// Whether a wrapper that others use has the name.
    var isNameFixed = false

    /// The property whose use needs what is asked for.
    var usedProperty: String? { isForUsers ? property : nil }
}
