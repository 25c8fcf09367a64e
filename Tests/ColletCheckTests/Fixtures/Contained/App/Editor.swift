import Collet
import Observation

// Classes whose initializer nobody writes, and which a macro extends.
@Observable final class Editor { @ObservationIgnored @Inject("user") private var user: any B }
@Observable final class Preview {
    @ObservationIgnored @Inject("preview") private var preview: any B
}
func edit() {
    _ = Dependencies { Module("user") { Impl() as any B } }.makeContainer().perform { Editor() }
    let block = Dependencies { Module("preview") { Impl() as any B } }
    let preview: Preview = block.override { .init() }
    print(preview)
}
