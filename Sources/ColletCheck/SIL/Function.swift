/// A function of the program. Its body is read when its code is first needed.
final class Function {
    let symbol: String
    unowned let file: SILFile
    let header: SILText
    let body: SILText?
    private(set) lazy var code = Code(body, in: file.text)
    private(set) lazy var signature = Signature(header.after(" : $"))
    /// The place of its declaration, from the comments above it.
    let place: Place?
    /// Whether it is isolated to the main actor, as a comment above it says.
    let isOnMainActor: Bool
    /// Whether a program begins here.
    let isMain: Bool

    init(
        symbol: String, file: SILFile, header: SILText, body: SILText?, comments: SILText
    ) {
        self.symbol = symbol
        isMain = symbol == "main" || symbol == "async_Main"
        self.file = file
        self.header = header
        self.body = body
        place = comments.lines.first { $0.hasPrefix("// ") && $0.place != nil }?.place
        isOnMainActor = comments.contains("// Isolation: global_actor. type: MainActor")
    }

    /// The type that it is a member of, with its module: `Kit.Feed`.
    var type: String? {
        var name = plainName(ofSymbol: symbol)[...]
        if let role = name.firstRange(of: " of ") { name = name[role.upperBound...] }
        let member = name.prefix { !"(: ".contains($0) }
        let isAccessor = member.hasSuffix("etter") || member.hasSuffix(".modify")
        let path = member.split(separator: ".").dropLast(isAccessor ? 2 : 1)
        return path.count > 1 ? path.joined(separator: ".") : nil
    }

    /// Whether other modules define it as well, as a thunk or for inlining.
    var isShared: Bool { header.hasPrefix("sil shared") }

    /// Whether its body also stands where it was called, so that nothing calls it.
    var isInlined: Bool {
        let isGetter = symbol.hasSuffix("vg")
        let isPart = header.contains("[transparent]") && !isGetter
        return isPart && file.text.hasPrefix("sil_stage canonical")
    }

    /// Whether only code in its file can call it.
    var isPrivate: Bool { header.hasPrefix("sil private") }

    /// Whether it only passes a call on in another convention.
    var isThunk: Bool { header.contains("[reabstraction_thunk]") }

    /// Whether it only passes a requirement's call on to the member that fulfils it.
    var isWitness: Bool { header.contains("[thunk]") }

    /// Whether Objective-C calls it.
    var isForObjectiveC: Bool { header.contains("@convention(objc_method)") }

    /// Whether it changes its receiver.
    var isMutating: Bool { signature.parameters.last?.isInout == true }

    /// Whether the receiver is passed by address.
    var takesAddress: Bool {
        header.contains("@in_guaranteed") || header.contains("@inout")
    }
}
