import Collet
import Kit

struct SystemClock: Clock {}

Dependencies { Module { SystemClock() as any Clock } }.build()
print("the app finds its clock:", Resolver.resolve((any Clock)?.self) != nil)
print("the framework finds it:", findsClock())
