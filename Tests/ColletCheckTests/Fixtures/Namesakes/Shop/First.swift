import Billing
import CSearch
import Collet

private protocol Secret {}
private struct Real: Secret {}
struct BillingAPI: Billing.API {}

let first = Dependencies {
    Module { BillingAPI() as any Billing.API }
    Module { Box<any Billing.API>() as Box<any Billing.API> }
    Module { Real() as any Secret }
}

final class FirstView {
    @Inject private var billing: any Billing.API
    @Inject private var search: any CSearch.API
    @Inject private var box: Box<any Billing.API>
    @Inject private var otherBox: Box<any CSearch.API>
    @Inject private var secret: any Secret
}
