import type { DemoShop } from '../shop'
import type { Days } from './calendar'
import { invoiceTrade } from './invoices'
import { moveMoney, sendMoney } from './moving'
import { runHouse } from './house'
import { standingMoney } from './recurring'
import { reconcileBank } from './statement'
import { handOver } from './tills'

/**
 * What the bookkeepers of the shops have done beside the trade: money moved between accounts, rent and wages, invoices, the bank's
 * statement, tills (business/demo 5.6). The shops do it side by side; the months are closed after it.
 */
export async function keepAccounts(shops: readonly DemoShop[], days: Days): Promise<void> {
  await Promise.all(
    shops.map(async (shop) => {
      const moved = await moveMoney(shop, days)
      await runHouse(shop, days, moved)
      await standingMoney(shop, days)
      await invoiceTrade(shop)
    }),
  )
  await sendMoney(shops, days)
  await Promise.all(
    shops.map(async (shop) => {
      if (shop.orgCode === '01') await reconcileBank(shop, days)
      await handOver(shop, days)
    }),
  )
}
