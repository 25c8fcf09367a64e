import Collet
import Kit

protocol Clock: Sendable {}
struct SystemClock: Clock {}

final class Screen {
    @Inject private var network: any NetworkModuleType
    @Inject("utc") private var clock: any Clock
    #if FAULT
        @Inject("local") private var local: any Clock
    #endif

    func show() {
        print(network.component(), clock)
        #if FAULT
            print(local)
        #endif
    }
}

let dependencies = Dependencies {
    networkDependencies
    Module("utc") { SystemClock() as any Clock }
}
dependencies.build()
Screen().show()

#if BROKEN
    #error("the app is broken")
#elseif UIKIT
    import UIKit
#endif
