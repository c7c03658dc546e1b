// 三包结算单 through HTTP: what a manufacturer has agreed to, less what he keeps back, and what he pays for it.
import { collection } from '@chepu/contract/finance/collection'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { settlementCandidates, warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, post, type Saved, save, tryAct, trySave, undo } from '../../../test/desk'
import { newPartner, today } from '../../../test/finance'
import { settledBooks } from '../../../test/settled-books'
import type { Client } from '../../../test/shop'
import { openClaims } from './settlement.fixture'

const { routes } = warrantySettlement
let station: Awaited<ReturnType<typeof openClaims>>
let owner: Client
let books: ReturnType<typeof settledBooks>
beforeAll(async () => {
  station = await openClaims()
  owner = station.owner
  books = settledBooks(station.shop, warrantySettlement.kind)
})
afterAll(() => station.shop.close())

const header = (more: object = {}) => ({ bizDate: today, partnerId: station.makerId, ...more })
const bodyOf = (billIds: readonly number[], deductions: readonly object[] = [], more: object = {}) =>
  ({ header: header(more), bills: billIds.map((billId) => ({ billId })), deductions }) as never
const kept = (amount: string, more: object = {}) => ({ deduction: 'sampling', amount, reason: '抽检', ...more })
const stateOf = async (id: number) => {
  const { header: is } = await owner.call(warrantyBill.routes.read, { params: { id } })
  return [is.state, is.settledAmount]
}
const offered = async () =>
  (await owner.call(settlementCandidates, { query: { partnerId: station.makerId } })).rows

describe('a bill that was agreed to in part', () => {
  it('becomes one receivable of what is left after a deduction, which the manufacturer pays', async () => {
    // 600.00 of work and 400.00 of parts from the order, 120.00 of 外出; he agrees to 850.00 of 1 120.00.
    const bill = await station.agreed('850.00')
    const [candidate] = (await offered()).filter(({ billId }) => billId === bill.id)
    expect(candidate).toMatchObject({ claimedAmount: '1120.00', confirmedAmount: '850.00', missingParts: 0 })
    const draft = await save(owner, routes, bodyOf([bill.id], [kept('50', { billId: bill.id })]))
    const { header: shown } = await owner.call(routes.read, { params: { id: draft.id } })
    expect(shown).toMatchObject({ claimedAmount: '1120.00', confirmedAmount: '850.00', deductedAmount: '50.00', netAmount: '800.00' })
    const settled = await act(owner, routes, draft, 'approve')
    expect(settled.state).toBe('done')
    expect(await books.itemsOf(settled.id)).toEqual(['测试厂家 AR warranty 800.00 800.00'])
    expect(await books.pnlOf(settled.id)).toEqual(['other_expense 50.00'])
    expect(await station.openItems(bill)).toEqual(['0.00', '0.00', '0.00'])
    expect(await stateOf(bill.id)).toEqual(['settled', '850.00'])
    expect((await offered()).some(({ billId }) => billId === bill.id)).toBe(false)

    const paid = await station.collect(settled.id, '800.00')
    expect(await books.itemsOf(settled.id)).toEqual(['测试厂家 AR warranty 800.00 0.00'])
    const refused = await tryAct(owner, routes, settled, 'unapprove')
    expect(refused.msg).toMatch(/^单据 SJ\S+ 已有收付款核销，请先红冲 SK/)
    await act(owner, collection.routes, paid, 'reverse')
    const again = await undo(owner, routes, settled)
    expect([again.state, await books.itemsOf(again.id), await books.pnlOf(again.id)]).toEqual(['draft', [], []])
    expect(await station.openItems(bill)).toEqual(['1000.00', '120.00', '-270.00'])
    expect(await stateOf(bill.id)).toEqual(['part_confirmed', '0.00'])
    await act(owner, routes, again, 'void')
    expect((await offered()).some(({ billId }) => billId === bill.id)).toBe(true)
  })
})
