// What the demo's manufacturers have paid, and what they have kept back (business/demo 5.7).
import { collection } from '@chepu/contract/finance/collection'
import { currentReceive } from '@chepu/contract/finance/lookups'
import { sumOf } from '@chepu/contract/kernel/decimal'
import { type deductionKinds, warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import type { Saved } from '../desk'
import type { Office } from './bills'

/** Bills that a manufacturer settles at once, and what he keeps back of the first. */
interface Settled {
  makerId: number
  billIds: readonly number[]
  bizDate: string
  keeps: { deduction: keyof typeof deductionKinds; amount: string; reason: string }
}

const { routes } = warrantySettlement

const settlementOf = ({ makerId, billIds, bizDate, keeps }: Settled) => ({
  header: { bizDate, partnerId: makerId },
  bills: billIds.map((billId) => ({ billId })),
  deductions: [{ ...keeps, billId: billIds[0] }],
})

/** Who keeps the money settles what was agreed to, with the old parts that were not sent yet. */
export async function settle({ shop }: Office, settled: Settled): Promise<Saved> {
  const { cashier } = shop.desks
  const saved = await cashier.save(routes, settlementOf(settled))
  return cashier.act(routes, saved, 'approve', { input: { oldPartsReason: '其余旧件厂家通知留站待查' } })
}

/** A settlement that somebody has begun and dropped, and the one that waits instead. */
export async function prepareSettlement({ shop }: Office, settled: Settled): Promise<void> {
  const { cashier } = shop.desks
  const dropped = await cashier.save(routes, settlementOf(settled))
  await cashier.act(routes, dropped, 'void', { reason: '厂家更正了扣款' })
  await cashier.save(routes, settlementOf(settled))
}

/** A manufacturer pays a settlement whole, by his bank. */
export async function collectOf({ shop }: Office, { id }: Saved, bizDate: string): Promise<void> {
  const { book, desks, orgCode } = shop
  const query = { sourceKind: warrantySettlement.kind, sourceIds: String(id), side: 'AR' } as never
  const { rows, partner } = await desks.cashier.call(currentReceive, { query })
  const items = rows.map((row) => ({ openItemId: row.id, amount: row.balance ?? '0', discount: '0' }))
  const draft = await desks.cashier.save(collection.routes, {
    header: { bizDate, partnerId: partner?.id, purpose: 'trade' },
    tenders: [{ storeAccountId: book.id('account', `${orgCode}/DG`), amount: sumOf(items, ({ amount }) => amount) }],
    items,
  })
  await desks.cashier.act(collection.routes, draft, 'approve')
}
