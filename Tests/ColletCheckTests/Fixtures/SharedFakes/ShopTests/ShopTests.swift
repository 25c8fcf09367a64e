import Collet
import ColletTesting
import Fakes
import Testing

@testable import Shop

@Test(
    .dependencies {
        app
        fakes
    })
func opens() { print(Till().catalog) }
