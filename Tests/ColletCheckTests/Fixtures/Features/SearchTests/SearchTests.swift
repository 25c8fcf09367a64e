import Collet
import ColletTesting
import Feature
import Testing

struct Fake: Search {}
let traitDependencies = Dependencies { Module { Fake() as any Search } }
let isolated = Dependencies { Module("tested") { Fake() as any Search } }
let again = Dependencies { Module("tested") { Fake() as any Search } }
let forgotten = Dependencies { Module { Fake() as any Search } }
let verified = Dependencies { Module { Fake() as any Search } }

@Test(.dependencies { traitDependencies })
func searching() throws {
    for block in [isolated, again] { block.isolate { print(SearchView()) } }
    isolated.isolate { print(SearchView()) }
    try historyDependencies.verify()
    try verified.verify()
}
