import Collet

private protocol Secret {}

final class SecondView { @Inject private var secret: any Secret }
