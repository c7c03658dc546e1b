// What manufacturers owe for claims is settled by 三包结算单 alone, and due by it (business/three-guarantees 7.1).
import { accountQueries } from '@chepu/contract/finance/accounts'
import { collection } from '@chepu/contract/finance/collection'
import { currentReceive } from '@chepu/contract/finance/lookups'
import { writeOff } from '@chepu/contract/finance/write-off'
import { policyRoutes } from '@chepu/contract/warranty/policy'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { post, trySave } from '../../test/desk'
import { today } from '../../test/finance'
import { withdraw, worker } from '../../test/people'
import { openClaims } from '../../test/settled-claims'
import type { Client } from '../../test/shop'
import { addDays } from '../kernel/base/calendar'

const { routes } = warrantySettlement
let station: Awaited<ReturnType<typeof openClaims>>
let owner: Client
beforeAll(async () => {
  station = await openClaims()
  owner = station.owner
})
afterAll(() => station.shop.close())

const settling = (billIds: readonly number[], more: { header?: object; deductions?: readonly object[] } = {}) =>
  ({
    header: { bizDate: today, partnerId: station.makerId, ...more.header },
    bills: billIds.map((billId) => ({ billId })),
    deductions: more.deductions ?? [],
  }) as never
const messages = async (body: never) => (await trySave(owner, routes, body)).errors?.map(({ message }) => message)

it('takes no money for a bill before its settlement, be it collected, set off, moved or given up', async () => {
  const { shop, makerId, workshop, desk } = station
  const bill = await station.approved()
  await station.agreed()
  const items = await shop.sql<{ id: number; billNo: string; balance: string }>(
    `select id, bill_no, balance from open_item where group_id = $1 and partner_id = $2 and balance <> 0 order by id`,
    makerId,
  )
  const offered = async (more: object = {}) =>
    (await owner.call(currentReceive, { query: { partnerId: makerId, side: 'AR', ...more } as never })).rows
  expect(items.length).toBeGreaterThan(3)
  expect(await offered()).toEqual([])
  expect((await offered({ redBlue: 'true' })).every(({ sourceKind }) => sourceKind === 'repair_settlement')).toBe(true)
  const [item] = items
  const { id: openItemId, billNo, balance } = item as (typeof items)[number]
  const refused = [`第1行 单据 ${billNo} 是三包申报的款项，请先做三包结算单，再按结算单收款`]
  const of = { bizDate: today, partnerId: makerId }
  const chosen = { items: [{ openItemId, amount: balance }] }
  for (const body of [
    { header: { ...of, purpose: 'bad_debt', remark: '不认' } },
    { header: { ...of, purpose: 'transfer', payerId: workshop.partnerId, remark: '三方协议' } },
    { header: { ...of, purpose: 'offset' } },
  ])
    expect(
      (await trySave(owner, writeOff.routes, { ...body, ...chosen } as never)).errors?.map((e) => e.message),
    ).toEqual(refused)
  const paid = { header: of, tenders: [desk.cash(balance)], ...chosen }
  expect((await trySave(owner, collection.routes, paid as never)).errors?.map((e) => e.message)).toEqual(refused)
  expect((await owner.call(warrantyBill.routes.read, { params: { id: bill.id } })).header.state).toBe('approved')
})

it('is overdue by the due day of the settlement alone', async () => {
  const { shop, makerId } = station
  const overdue = async () => {
    const { rows } = await owner.call(accountQueries.AR.ageing.list, { query: { partnerId: makerId } as never })
    return rows.map(({ overdue: late, total, notDue }) => [late, total, notDue])
  }
  const bill = await station.agreed()
  await shop.sql(
    `update open_item set due_on = $2 where group_id = $1 and partner_id = $3`,
    addDays(today, -40),
    makerId,
  )
  const [[late] = []] = await overdue()
  expect(late).toBe('0.00')
  const settled = await post(owner, routes, settling([bill.id]))
  await shop.sql(
    `update open_item set due_on = $2 where group_id = $1 and source_kind = 'warranty_settlement' and source_id = $3`,
    addDays(today, -2),
    settled.id,
  )
  expect((await overdue())[0]?.[0]).toBe('850.00')
})

it('is settled on a day since the answer, due since then, with deductions of a bill within what was agreed to of it', async () => {
  const [bill, other] = [await station.agreed(), await station.free('60')]
  const early = addDays(today, -1)
  expect(await messages(settling([bill.id], { header: { dueOn: early } }))).toEqual([`到期日不能早于业务日期 ${today}`])
  expect(await messages(settling([bill.id], { header: { bizDate: early } }))).toEqual([
    `业务日期不能早于三包单 ${bill.billNo} 的确认日 ${today}`,
  ])
  const kept = (amount: string) => ({ deduction: 'sampling', billId: other.id, amount, reason: '抽检' })
  expect(await messages(settling([bill.id, other.id], { deductions: [kept('40'), kept('20.01')] }))).toEqual([
    `扣款第2行 三包单 ${other.billNo} 的扣款合计 60.01 超过其确认额 60.00，多扣的请不选三包单`,
  ])
})

it('is told by no preview, and no policy, to who may not see prices', async () => {
  const { shop } = station
  const bill = await station.approved()
  const clerk = await worker(shop, 'owner')
  const preview = async (client: Client) =>
    (await client.call(warrantyBill.routes.preview, { params: { id: bill.id, action: 'close' } })).money
  expect((await preview(clerk.client)).map(({ amount }) => amount)).toContain('-1120.00')
  const policy = await owner.call(policyRoutes.save, {
    body: {
      name: '看价政策',
      scope: 'part',
      partId: shop.parts.pad,
      manufacturerId: station.makerId,
      terms: [{ validFrom: addDays(today, 30), months: 12, labourRate: '100' }],
    },
  })
  await withdraw(shop, clerk, { fields: ['doc_price'] })
  expect(await preview(clerk.client)).toEqual([])
  const { terms } = await clerk.client.call(policyRoutes.read, { params: { id: policy.id } })
  expect(terms.map((term) => 'labourRate' in term || 'outingRate' in term)).toEqual([false])
  const { rows } = await clerk.client.call(policyRoutes.list, { query: {} as never })
  expect(rows.every((row) => !('labourRate' in row))).toBe(true)
})
