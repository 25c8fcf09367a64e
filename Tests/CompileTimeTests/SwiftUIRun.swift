// Runs the samples of the page on SwiftUI.

_ = PlayerView(model: PlayerModel()).body
_ = BasketScreen().body
ShelfModel().add("Emma")
app.build()
_ = ShopApp().body
let session = try await FakeSession.makeSharedContext()
let shown =
    FakeSession().body(content: Text(""), context: session) as! EnvironmentView<Text>
let launched = launchModules(arguments: ["fakes"]).isolate { BasketModel() }
for model in [
    BasketModel(), .preview, shown.values.session?.perform { BasketModel() }, launched,
] {
    model?.add("pear")
    print(model?.total ?? -1)
}
// Prints "40"
// Prints "0"
// Prints "0"
// Prints "0"
for view in [ItemView(name: "pear"), ItemScreen()] as [any View] {
    await (view.body as! TaskView<Text>).action()
    print((view.body as! TaskView<Text>).content.text)
}
// Prints "pear costs 40"
// Prints "0"
