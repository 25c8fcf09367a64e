// The twin that waits is called with `await`.
import Collet

func work() async {}

func test(with fakes: Dependencies) async {
    fakes.isolate { await work() }  // error: expression is 'async' but is not marked with 'await'
    await fakes.isolate { await work() }
}
