// The traits are called `dependencies` and `overrides`, and each takes one block.
import Collet
import ColletTesting
import Testing

let fakes = Dependencies { Module { 1 } }

let traits: [DependenciesTrait] = [
    .override { Module { 1 } },  // error: write .overrides { … }
    .override(fakes),  // error: write .overrides(block)
    .isolate { Module { 1 } },  // error: write .dependencies { … }
    .isolate(fakes),  // error: write .dependencies(block)
    .dependencies(fakes, fakes),  // error: write .dependencies { a; b }
    .dependencies(fakes) { Module { 1 } },  // error: write .dependencies { block; Module { … } }
]
