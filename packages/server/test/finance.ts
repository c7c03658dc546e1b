import { balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import { act as actAt, type DeskRoutes, type Known, save, tryAct as tryActAt } from './desk'
import { type Client, one, type Shop } from './shop'
import { shanghaiDay } from '../src/kernel/base/calendar'

export const today = shanghaiDay()

export { save } from './desk'

/** Acts on a saved document; fails loudly on a refusal. */
export const act = <R extends DeskRoutes>(client: Client, routes: R, saved: Known, action: string, reason?: string) =>
  actAt(client, routes, saved, action, { reason })

/** Acts on a saved document and answers whatever came. */
export const tryAct = <R extends DeskRoutes>(
  client: Client,
  routes: R,
  saved: Known,
  action: string,
  reason?: string,
) => tryActAt(client, routes, saved, action, { reason })

/** Opens a receivable or payable of the amount by an approved 往来调整单 and answers the open item's id and number. */
export async function openItem(
  shop: Shop,
  client: Client,
  item: { partnerId: number; side: 'AR' | 'AP'; total: string; dueOn?: string; bizDate?: string },
): Promise<{ id: number; billNo: string }> {
  const header = { bizDate: today, purpose: 'adjust' as const, remark: '测试', ...item }
  const saved = await save(client, balanceAdjustment.routes, { header })
  const submitted = await act(client, balanceAdjustment.routes, saved, 'submit')
  const posted = await act(client, balanceAdjustment.routes, submitted, 'approve')
  const [opened] = await shop.books.openItems('balance_adjustment', posted.id)
  return { id: opened?.id as number, billNo: posted.billNo }
}

export const query = <Row>(shop: Shop, text: string, ...values: unknown[]): Promise<Row[]> =>
  shop.books.query<Row>(text, ...values)

/** A partner of its own for one test, so that tests do not share balances. */
export const newPartner = (shop: Shop, name: string, cusFlag = 1): Promise<number> =>
  shop.db.tenant(shop.groupId, (tx) => one(tx, 'partner', { code: `T${name}`, name, kind: 'unit', cus_flag: cusFlag }))

/** Balance of one of a partner's accounts, '0.00' when nothing was ever posted. */
export const balanceOf = (shop: Shop, partnerId: number, account: string) => shop.books.balance(partnerId, account)

export const accountBalance = (shop: Shop, accountId: number) => shop.books.account(accountId)

/** A store account of the shop. */
export const newAccount = (shop: Shop, name: string, kind: string, balance = '0'): Promise<number> =>
  shop.db.tenant(shop.groupId, (tx) =>
    one(tx, 'store_account', {
      org_id: shop.orgId,
      code: name,
      name,
      kind,
      opening_on: '2026-01-01',
      opening_balance: balance,
      balance,
    }),
  )

/** P&L of one document by kind. */
export const pnlOf = (shop: Shop, kind: string, id: number) => shop.books.pnl(kind, id)
