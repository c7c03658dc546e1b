import { balanceAdjustmentRoutes } from '@chepu/contract/finance/balance-adjustment'
import type { DataOf, Route } from '@chepu/contract/kernel/route'
import type { z } from 'zod'
import { type Client, one, type Shop } from './shop'
import { shanghaiDay } from '../src/kernel/calendar'

type AnyRoute = Route<z.ZodType, z.ZodType, z.ZodType, z.ZodType>
interface DocumentRoutes {
  save: AnyRoute
  act: AnyRoute
}

export const today = shanghaiDay()

/** Saves a document and answers its id and version. */
export const save = (client: Client, routes: DocumentRoutes, body: unknown) =>
  client.call(routes.save, { body } as never) as Promise<{ id: number; billNo: string; version: number; state: string }>

/** Acts on a saved document; fails loudly on a refusal. */
export const act = <R extends DocumentRoutes>(
  client: Client,
  routes: R,
  saved: { id: number; version: number },
  action: string,
  reason?: string,
) =>
  client.call(routes.act, {
    params: { id: saved.id, action },
    body: { version: saved.version, reason },
  } as never) as Promise<DataOf<R['act']> & { id: number; billNo: string; version: number; state: string }>

/** Acts on a saved document and answers whatever came. */
export const tryAct = (
  client: Client,
  routes: DocumentRoutes,
  saved: { id: number; version: number },
  action: string,
  reason?: string,
) => client.ask(routes.act, { params: { id: saved.id, action }, body: { version: saved.version, reason } } as never)

/** Opens a receivable or payable of the amount by an approved 往来调整单 and answers the open item's id and number. */
export async function openItem(
  shop: Shop,
  client: Client,
  item: { partnerId: number; side: 'AR' | 'AP'; total: string; dueOn?: string; bizDate?: string },
): Promise<{ id: number; billNo: string }> {
  const header = { bizDate: today, purpose: 'adjust', remark: '测试', ...item }
  const saved = await save(client, balanceAdjustmentRoutes, { header })
  const submitted = await act(client, balanceAdjustmentRoutes, saved, 'submit')
  const posted = await act(client, balanceAdjustmentRoutes, submitted, 'approve')
  const rows = await query<{ id: number }>(
    shop,
    `select id from open_item where group_id = $1 and source_id = $2 and source_kind = 'balance_adjustment'`,
    posted.id,
  )
  return { id: rows[0]?.id as number, billNo: posted.billNo }
}

export const query = <Row>(shop: Shop, text: string, ...values: unknown[]): Promise<Row[]> =>
  shop.db.tenant(shop.groupId, (tx) => tx.query<Row>({ text, values: [shop.groupId, ...values] }))

/** A partner of its own for one test, so that tests do not share balances. */
export const newPartner = (shop: Shop, name: string, cusFlag = 1): Promise<number> =>
  shop.db.tenant(shop.groupId, (tx) => one(tx, 'partner', { code: `T${name}`, name, kind: 'unit', cus_flag: cusFlag }))

/** Balance of one of a partner's accounts, '0.00' when nothing was ever posted. */
export async function balanceOf(shop: Shop, partnerId: number, account: string): Promise<string> {
  const rows = await query<{ balance: string }>(
    shop,
    'select balance from partner_balance where group_id = $1 and partner_id = $2 and account = $3',
    partnerId,
    account,
  )
  return rows[0]?.balance ?? '0.00'
}

export async function accountBalance(shop: Shop, accountId: number): Promise<string> {
  const rows = await query<{ balance: string }>(
    shop,
    'select balance from store_account where group_id = $1 and id = $2',
    accountId,
  )
  return rows[0]?.balance as string
}

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
export async function pnlOf(shop: Shop, kind: string, id: number): Promise<Record<string, string>> {
  const rows = await query<{ kind: string; amount: string }>(
    shop,
    'select kind, sum(amount) as amount from pnl_ledger where group_id = $1 and doc_kind = $2 and doc_id = $3 group by kind',
    kind,
    id,
  )
  return Object.fromEntries(rows.map((row) => [row.kind, row.amount]))
}
