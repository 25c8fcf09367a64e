// A small app that uses every public function of the library, in a target with any
// settings. It is beside the pasted file, and the names of its types are neither in there
// nor in most apps. With an argument it makes one mistake.

nonisolated protocol Radio: Sendable { var channel: String { get } }
nonisolated struct ShipRadio: Radio { var channel = "16" }
nonisolated struct FakeRadio: Radio { var channel = "fake" }

nonisolated protocol Harbour: Sendable {
    func component() -> Lighthouse
    func component(pier: Int) -> Berth
    func component() -> Pilot
    func component() -> Ferry
    func component() -> Crew
    func tide() async throws(Ebb) -> Tide
    func lowTide() throws(Ebb) -> Tide
}

nonisolated struct HarbourModule: Harbour, ComponentFactory {
    private let scope = Scope()
    @Inject private var radio: any Radio

    func component() -> Lighthouse { scope.shared { Lighthouse() } }
    func component(pier: Int) -> Berth {
        scope.shared(for: pier) { Berth(pier: pier, channel: radio.channel) }
    }
    func component() -> Pilot { scope.weak { Pilot(pier: 1) } }
    func component() -> Ferry { scope.graph { Ferry(crew: component()) } }
    func component() -> Crew {
        scope.graph(for: 1) {
            Crew()
        } configure: {
            $0.ferry = component()
        }
    }
    func tide() async throws(Ebb) -> Tide {
        try await scope.shared { () async throws(Ebb) -> Tide in Tide(height: 3) }
    }
    func lowTide() throws(Ebb) -> Tide {
        try scope.shared { () throws(Ebb) -> Tide in throw Ebb() }
    }
}

nonisolated final class Lighthouse: Sendable {}
nonisolated struct Berth: Sendable { let pier: Int, channel: String }
nonisolated struct Tide: Sendable { let height: Int }
nonisolated struct Ebb: Swift.Error { var height = 0 }

nonisolated final class Pilot: Sendable {
    let pier: Int
    init(pier: Int) { self.pier = pier }
}

nonisolated final class Ferry {
    let crew: Crew
    init(crew: Crew) { self.crew = crew }
}

nonisolated final class Crew {
    weak var ferry: Ferry?
}

@MainActor final class Window {
    let title: String
    init(title: String) { self.title = title }
}

nonisolated final class Captain {
    @Inject var radio: any Radio
    @Inject("spare") var spare: any Radio
    let buoys = Inject<[Buoy]>()

    init() {}
    init(radio: any Radio) { _radio = Inject(value: radio) }
}

nonisolated struct Buoy: Sendable { var number = 0 }

nonisolated final class Bridge: Sendable {
    let tower: Tower
    init(tower: Tower) { self.tower = tower }
}

nonisolated final class Tower: Sendable {
    let bridge: Bridge
    init(bridge: Bridge) { self.bridge = bridge }
}

nonisolated func part(_ size: Int) -> Dependencies {
    Dependencies {
        if size > 2 { Module(.shared) { Lighthouse() } } else { Module { Ferry(crew: Crew()) } }
        if size > 3 { Module("many") { size } }
        switch size {
        case 3: Module("size") { "three" }
        default: Module("size") { "other" }
        }
        for number in 1...size { Module("\(number)") { Buoy(number: number) } }
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { Module { true } }
    }
}

@MainActor func all() -> Dependencies {
    Dependencies {
        part(3)
        [Module { Tide(height: 1) }, Module("low") { Tide(height: 0) }]
        Module { ShipRadio() as any Radio }
        Module("spare") { ShipRadio(channel: "72") as any Radio }
        Module(.shared) { HarbourModule() as any Harbour }
        Module(.weak, "night") { Pilot(pier: 9) }
        Module.mainActor { Window(title: "new") }
        Module.mainActor(.shared, "kept") { Window(title: "kept") }
    }
}

nonisolated let fakes = Dependencies { Module { FakeRadio() as any Radio } }

/// Deprecated functions, called in a way that gives no warning.
nonisolated protocol Habits { func show() }
nonisolated struct OldHabits: Habits {
    @available(*, deprecated) func show() {
        let berth: Berth? = Resolver.resolve()
        let module = Module("block") { Dependencies {} }
        Resolver.register(module)
        let block = Resolver.resolve(Dependencies.self, name: "block")
        print("habits:", berth == nil, block.isolate { Resolver.resolve([Buoy].self).count })
    }
}

@main
nonisolated struct Port {
    @MainActor static func main() async throws {
        switch CommandLine.arguments.dropFirst().first {
        case "missing": missing()
        case "cycle": cycle()
        case "weak": weak()
        case "verify": verify()
        default: try await everything()
        }
    }

    @MainActor private static func everything() async throws {
        all().build()
        modules()
        properties()
        components()
        try await overrides()
        resolver()
        verify()
    }

    @MainActor private static func modules() {
        let pilot = Resolver.resolve(Pilot.self, name: "night")
        print("modules:", pilot === Resolver.resolve(Pilot.self, name: "night"), pilot.pier)
        print("shared:", Resolver.resolve(Lighthouse.self) === Resolver.resolve(Lighthouse.self))
        let window: Window = Resolver.resolve()
        let kept = Resolver.resolve(Window.self, name: "kept")
        print("main actor:", window.title, kept === Resolver.resolve(Window.self, name: "kept"))
        print("size:", Resolver.resolve(String.self, name: "size"), Resolver.resolve(Bool.self))
        print("optional:", Resolver.resolve(Int?.self) == nil, Resolver.resolve(Tide?.self)!.height)
    }

    private static func properties() {
        let captain = Captain()
        print("properties:", captain.radio.channel, captain.spare.channel)
        print("buoys:", captain.buoys().map(\.number))
        print("by hand:", Captain(radio: FakeRadio()).radio.channel)
    }

    private static func components() {
        let harbour = Resolver.resolve((any Harbour).self)
        let lighthouse: Lighthouse = harbour.component(), same: Lighthouse = harbour.component()
        print("shared component:", lighthouse === same)
        print("key:", harbour.component(pier: 4).pier, harbour.component(pier: 4).channel)
        let pilot: Pilot = harbour.component(), other: Pilot = harbour.component()
        print("weak component:", pilot === other)
        let ferry: Ferry = harbour.component()
        print("graph:", ferry.crew.ferry === ferry)
        do throws(Ebb) { _ = try harbour.lowTide() } catch { print("throws:", error.height) }
    }

    private static func overrides() async throws {
        let channels = { @Sendable () -> String in
            let outer = Resolver.resolve((any Radio)?.self)?.channel ?? "none"
            return outer + " of \(Resolver.resolve([any Radio].self).count)"
        }
        print("override:", fakes.override { channels() })
        print("isolate:", fakes.isolate { channels() })
        let harbour = Resolver.resolve((any Harbour).self)
        let height = try await fakes.override { () async throws(Ebb) -> Int in
            try await harbour.tide().height
        }
        print("asynchronous override:", height)
        let inTask = await fakes.isolate { await Swift.Task { channels() }.value }
        print("asynchronous isolate:", inTask)
        print("unused:", fakes.isolate { Dependencies.unused })
        print("registered:", fakes.isolate { Dependencies.registered })
        let container = fakes.makeContainer()
        let current = container.perform { Dependencies.Container.current }
        let later = await container.perform { await Swift.Task { channels() }.value }
        print("container:", later, current.perform { channels() })
    }

    private static func resolver() {
        Dependencies {}.isolate {
            Resolver.register(value: ShipRadio(channel: "8") as any Radio)
            Resolver.register(value: 7, name: "lucky")
            Resolver.register(name: "spare") { FakeRadio() as any Radio }
            Resolver.register { Crew() }
            Resolver.register(Module(.shared) { Buoy(number: 5) })
            print("registered:", Resolver.resolve((any Radio).self).channel)
            print("named:", Resolver.resolve(Int.self, name: "lucky"))
            print("crew:", Resolver.resolve(Crew.self).ferry == nil)
            print("buoy:", Resolver.resolve(Buoy.self).number)
            let habits: any Habits = OldHabits()
            habits.show()
            Resolver.reset()
            print("reset:", Resolver.resolve((any Radio)?.self) == nil)
        }
    }

    private static func missing() {
        Dependencies {
            Module(.shared) { HarbourModule() as any Harbour }
            Module { Resolver.resolve((any Harbour).self).component(pier: 2) }
            Module { ShipRadio() }
            Module("spare") { 3 }
        }.build()
        _ = Resolver.resolve(Berth.self)
    }

    private static func cycle() {
        Dependencies {
            Module(.shared) { Bridge(tower: Resolver.resolve()) }
            Module(.shared) { Tower(bridge: Resolver.resolve()) }
        }.build()
        _ = Resolver.resolve(Bridge.self)
    }

    private static func weak() {
        Resolver.register(Module(.weak) { ShipRadio() as any Radio })
        _ = Resolver.resolve((any Radio).self)
    }

    private static func verify() {
        let block = Dependencies {
            Module { HarbourModule() as any Harbour }
            Module(.weak) { Tide(height: 2) }
            Module("spare") { ShipRadio() as any Radio }
        }
        do throws(VerificationError) {
            try block.verify()
        } catch {
            print(error.description)
        }
    }
}
