import Collet
import Kit
import Testing

#if TRAITS
    import ColletTesting
#endif

struct FakeClock: Clock {}

@Test(.dependencies { Module { FakeClock() as any Clock } })
func theFrameworkFindsTheFake() {
    #expect(findsClock())
}
