// What a customer gets for a part that he brings back without a car, through HTTP: a replacement or a credit, and what both do to the books.
import { button } from '@chepu/contract/access/catalogue'
import { writeOff } from '@chepu/contract/finance/write-off'
import { salesByPart } from '@chepu/contract/sales/sales-query'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { addMonths, daysBetween } from '@chepu/contract/kernel/calendar'
import { sub } from '@chepu/contract/kernel/decimal'
import { warrantyBillPrices } from '@chepu/contract/warranty/bill-prices'
import { policyRoutes } from '@chepu/contract/warranty/policy'
import { creditParts, replaceParts } from '@chepu/contract/warranty/remedy'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../kernel/base/calendar'
import { claimingAt } from '../../../test/claims'
import { type Counter, openCounter } from '../../../test/counter'
import { act, type Known, save, type Saved, tryAct, trySave } from '../../../test/desk'
import { newPartner, today } from '../../../test/finance'
import { openBranch, withdraw, worker } from '../../../test/people'
import { settledBooks } from '../../../test/settled-books'

const { routes } = warrantyBill
let shop: Counter
let makerId: number
beforeAll(async () => {
  shop = await openCounter()
  makerId = await newPartner(shop, '供件厂家', 7)
})
afterAll(async () => {
  await shop.assertBooks()
  await shop.close()
})

const header = (partId: number, more: object = {}) => ({
  bizDate: today,
  partnerId: shop.customerId,
  manufacturerId: makerId,
  complaint: '异响',
  causePartId: partId,
  handling: 'replace' as const,
  repairedOn: today,
  ...more,
})
/** An approved bill of a part at 300.00. */
async function billed(partId: number, more: object = {}, qty = '1'): Promise<Saved> {
  const draft = await save(shop.owner, routes, {
    header: header(partId, more),
    materials: [{ partId, qty, price: '300' }],
  })
  return act(shop.owner, routes, await act(shop.owner, routes, draft, 'submit'), 'approve')
}
const pnl = (kind: string, id: number) => settledBooks(shop, kind).pnlOf(id)
const given = async (kind: string, id: number) =>
  (
    await shop.sql<{ balance: string }>(
      `select balance from open_item where group_id = $1 and source_kind = '${kind}' and source_id = $2`,
      id,
    )
  ).map(({ balance }) => balance)
const replace = ({ id }: Known) => shop.owner.ask(replaceParts, { params: { id } })
const credit = ({ id }: Known) => shop.owner.ask(creditParts, { params: { id } })
const delivered = async (id: number) => shop.read(salesDelivery.routes, id)
const known = async (id: number, of: typeof salesDelivery.routes | typeof salesReturn.routes) => ({
  id,
  version: (await shop.read(of as never, id)).header.version,
})
/** The draft as it is saved again with other lines. */
async function again(of: typeof salesDelivery.routes, id: number, lines: object[], more: object = {}) {
  const { header: had } = await shop.read(of, id)
  return trySave(shop.owner, of, { id, version: had.version, header: { ...had, ...more }, lines } as never)
}
/** A new part, of which pieces were bought of the manufacturer at 200.00. */
async function bought(qty: string): Promise<number> {
  const partId = await shop.stocked('0')
  await shop.buy(partId, qty, '200', { partnerId: makerId })
  return partId
}

describe('换货出库', () => {
  it('gives the part for nothing; its cost is of three guarantees, and the supplier pays by what we owe him', async () => {
    const partId = await bought('2')
    await shop.sell([{ partId, qty: '1', price: '260' }])
    const before = await shop.books.balance(shop.customerId, 'AR')
    const bill = await billed(partId)
    expect(await pnl('warranty_bill', bill.id)).toEqual(['warranty_revenue warranty 300.00'])
    const { data } = await replace(bill)
    const { header: draft, lines } = await delivered(data.id)
    expect(draft).toMatchObject({
      state: 'draft',
      warrantyBillNo: bill.billNo,
      totalTaxed: '0.00',
      partnerId: shop.customerId,
    })
    expect(lines).toMatchObject([{ partId, qty: '1.0000', price: '0.0000' }])
    const out = await act(shop.owner, salesDelivery.routes, await known(data.id, salesDelivery.routes), 'approve')
    expect(out.state).toBe('done')
    expect(await pnl('sales_delivery', data.id)).toEqual(['cogs_part warranty 200.00'])
    expect([await given('sales_delivery', data.id), await shop.books.balance(shop.customerId, 'AR')]).toEqual([
      [],
      before,
    ])
    expect(await shop.books.pool(partId)).toBe('0.0000 / 0.00')
    const related = async (of: typeof routes | typeof salesDelivery.routes, id: number) =>
      (await shop.owner.call(of.related, { params: { id } })).map(({ kind, relation }) => `${relation} ${kind}`)
    expect(await related(routes, bill.id)).toContain('target sales_delivery')
    expect(await related(salesDelivery.routes, data.id)).toEqual(['source warranty_bill'])

    // He agrees to all of it, and 300.00 of the 400.00 that we owe him are paid by it.
    const claims = claimingAt(shop.owner, { makerId } as never, shop.customerId)
    await claims.confirmed((await claims.sent([bill.id])).id)
    const settlement = await save(shop.owner, warrantySettlement.routes, {
      header: { bizDate: today, partnerId: makerId },
      bills: [{ billId: bill.id }],
    } as never)
    await act(shop.owner, warrantySettlement.routes, settlement, 'approve')
    const items = await shop.sql<{ id: number; side: string; balance: string }>(
      `select id, side, balance from open_item where group_id = $1 and partner_id = $2 and balance <> 0 order by side desc, id`,
      makerId,
    )
    expect(items.map(({ side, balance }) => `${side} ${balance}`)).toEqual(['AR 300.00', 'AP 400.00'])
    const offset = await save(shop.owner, writeOff.routes, {
      header: { bizDate: today, partnerId: makerId, purpose: 'offset' },
      items: items.map(({ id }) => ({ openItemId: id, amount: '300' })),
    } as never)
    await act(shop.owner, writeOff.routes, offset, 'approve')
    expect([await shop.books.balance(makerId, 'AR'), await shop.books.balance(makerId, 'AP')]).toEqual([
      '0.00',
      '100.00',
    ])
  })

  it('is no sale: neither quantity nor loss of it is among what was sold', async () => {
    const partId = await bought('3')
    const sold = await shop.sell([{ partId, qty: '1', price: '260' }])
    const { data } = await replace(await billed(partId))
    await act(shop.owner, salesDelivery.routes, await known(data.id, salesDelivery.routes), 'approve')
    const query = { page: 1, rows: 100 } as never
    const { rows } = await shop.owner.call(salesByPart.list, { query })
    expect(rows.filter((row) => row.partId === partId)).toMatchObject([{ qty: '1.0000', profit: '60.00' }])
    const listed = await shop.owner.call(salesDelivery.routes.list, { query })
    const figures = [data.id, sold.id].map((id) => listed.rows.find((row) => row.id === id))
    expect(figures).toMatchObject([
      { costAmount: '200.00', grossProfit: '0.00' },
      { costAmount: '200.00', grossProfit: '60.00' },
    ])
  })

  it('is taken back by a red one with the payer of its cost, and then given again', async () => {
    const partId = await bought('1')
    const bill = await billed(partId, { boughtOn: today })
    const { data } = await replace(bill)
    const out = await act(shop.owner, salesDelivery.routes, await known(data.id, salesDelivery.routes), 'approve')
    await act(shop.owner, salesDelivery.routes, out, 'reverse')
    expect(await shop.books.pool(partId)).toBe('1.0000 / 200.00')
    const again = await replace(bill)
    expect(again.status).toBe(200)
    await act(shop.owner, salesDelivery.routes, await known(again.data.id, salesDelivery.routes), 'void')
  })

  it('leaves the store once, whoever of two approves it', async () => {
    const partId = await bought('2')
    const { data } = await replace(await billed(partId, { boughtOn: today }))
    const draft = await known(data.id, salesDelivery.routes)
    const desks = [shop.owner, await shop.signIn('manager')]
    const approved = await Promise.all(desks.map((desk) => tryAct(desk, salesDelivery.routes, draft, 'approve')))
    expect(approved.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await shop.books.pool(partId)).toBe('1.0000 / 200.00')
    expect(await pnl('sales_delivery', data.id)).toEqual(['cogs_part warranty 200.00'])
  })

  it('is made once of each piece, and stays what its bill says', async () => {
    const partId = await bought('5')
    const bill = await billed(partId, { boughtOn: today }, '2')
    const [one, two] = await Promise.all([replace(bill), replace(bill)])
    const [made, refused] = one.status === 200 ? [one, two] : [two, one]
    const { header: draft } = await delivered(made.data.id)
    expect(refused).toMatchObject({ status: 400, msg: `三包单 ${bill.billNo} 已有 ${draft.billNo}` })
    const faults = async (lines: object[], more: object = {}) =>
      (await again(salesDelivery.routes, made.data.id, lines, more)).errors?.map(
        ({ path, message }) => `${path} ${message}`,
      )
    expect(await faults([{ partId, qty: '1', price: '5' }])).toEqual([
      'lines.0.price 第1行 三包换货的价格为 0，不能修改',
    ])
    expect(await faults([{ partId, qty: '1', price: null, netAmount: '5' }])).toEqual([
      'lines.0.price 第1行 三包换货的价格为 0，不能修改',
    ])
    expect(await faults([{ partId, qty: '3', price: '0' }])).toEqual([
      `lines.0.qty 第1行 [${await codeOf(partId)}] 三包单 ${bill.billNo} 还可给 2，本单 3`,
    ])
    expect(await faults([{ partId: shop.parts.oil, qty: '1', price: '0' }])).toEqual([
      `lines.0.partId 第1行 配件不在三包单 ${bill.billNo} 上`,
    ])
    const order = await shop.confirmed([{ partId, qty: '1', price: '9' }])
    const [sourceLineId] = await shop.lineIds(salesOrder.routes, order.id)
    expect(await faults([{ partId, qty: '1', price: '0', sourceLineId }])).toEqual([
      'lines.0.sourceLineId 第1行 三包换货不能引用其他单据',
    ])
    const other = await newPartner(shop, '别的客户')
    expect(await faults([{ partId, qty: '1', price: '0' }], { partnerId: other })).toEqual([
      `header.partnerId 客户须与三包单 ${bill.billNo} 相同`,
    ])
    // Of two pieces one is enough for now; the other is given later.
    expect((await again(salesDelivery.routes, made.data.id, [{ partId, qty: '1', price: '0' }])).status).toBe(200)
    const rest = await replace(bill)
    expect((await delivered(rest.data.id)).lines).toMatchObject([{ partId, qty: '1.0000' }])

    for (const action of ['unapprove', 'reverse', 'close'])
      expect((await tryAct(shop.owner, routes, bill, action)).msg).toBe(
        `三包单 ${bill.billNo} 已有 ${draft.billNo}，请先作废或红冲`,
      )
    for (const { data } of [made, rest])
      await act(shop.owner, salesDelivery.routes, await known(data.id, salesDelivery.routes), 'void')
    expect((await act(shop.owner, routes, bill, 'unapprove')).state).toBe('draft')
  })

  it('comes back by a red one alone', async () => {
    const partId = await bought('1')
    const { data } = await replace(await billed(partId, { boughtOn: today }))
    const out = await act(shop.owner, salesDelivery.routes, await known(data.id, salesDelivery.routes), 'approve')
    const [sourceLineId] = await shop.lineIds(salesDelivery.routes, out.id)
    const refused = await shop.save(salesReturn.routes, [{ partId, qty: '1', price: '0', sourceLineId }])
    expect(refused.msg).toContain(`出库单 ${out.billNo} 是三包换货，退回请红冲该出库单`)
  })
})

describe('退货', () => {
  it('credits what he has paid, the latest deliveries first; no goods come in and the cost of the sale stays', async () => {
    const partId = await bought('3')
    const older = await shop.sell([{ partId, qty: '1', price: '260' }])
    const newer = await shop.sell([{ partId, qty: '2', price: '250', discountRate: '0.9' }])
    const before = await shop.books.pool(partId)
    const bill = await billed(partId, { handling: 'return' }, '3')
    const { data } = await credit(bill)
    const { header: draft, lines } = await shop.read(salesReturn.routes, data.id)
    // Two at 225.00 and one at 260.00.
    expect(draft).toMatchObject({ warrantyBillNo: bill.billNo, totalTaxed: '710.00' })
    expect(lines.map(({ sourceNo, qty, netAmount }) => [sourceNo, qty, netAmount])).toEqual([
      [older.billNo, '1.0000', '260.00'],
      [newer.billNo, '2.0000', '450.00'],
    ])
    const owed = await shop.books.balance(shop.customerId, 'AR')
    const back = await act(shop.owner, salesReturn.routes, await known(data.id, salesReturn.routes), 'approve')
    expect(await pnl('sales_return', back.id)).toEqual(['revenue_part warranty -710.00'])
    expect(await given('sales_return', back.id)).toEqual(['-710.00'])
    expect(Number.parseFloat(owed) - Number.parseFloat(await shop.books.balance(shop.customerId, 'AR'))).toBe(710)
    expect(await shop.books.pool(partId)).toBe(before)
    expect((await tryAct(shop.owner, routes, bill, 'unapprove')).msg).toContain(draft.billNo)
    await act(shop.owner, salesReturn.routes, back, 'reverse')
    expect(await pnl('sales_return', back.id)).toEqual(['revenue_part warranty -710.00'])
    expect((await act(shop.owner, routes, bill, 'unapprove')).state).toBe('draft')
  })

  it('is made by one of two desks, and comes about once', async () => {
    const partId = await bought('1')
    await shop.sell([{ partId, qty: '1', price: '260' }])
    const bill = await billed(partId, { handling: 'return' })
    const [here, there] = [shop.owner, await shop.signIn('manager')]
    const made = await Promise.all([here, there].map((desk) => desk.ask(creditParts, { params: { id: bill.id } })))
    const won = made.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    const draft = await known(won[0]?.data.id as number, salesReturn.routes)
    const owed = await shop.books.balance(shop.customerId, 'AR')
    const approved = await Promise.all([here, there].map((desk) => tryAct(desk, salesReturn.routes, draft, 'approve')))
    expect(approved.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(sub(owed, await shop.books.balance(shop.customerId, 'AR'))).toBe('260')
    expect(await given('sales_return', draft.id)).toEqual(['-260.00'])
    const { billNo } = (await shop.read(salesReturn.routes, draft.id)).header
    expect(made.find(({ status }) => status !== 200)).toMatchObject({
      status: 400,
      msg: `三包单 ${bill.billNo} 已有 ${billNo}`,
    })
  })

  it('leaves the cost of what else comes back as it was', async () => {
    const partId = await bought('2')
    const sale = await shop.sell([{ partId, qty: '2', price: '260' }])
    const { data } = await credit(await billed(partId, { handling: 'return' }))
    await act(shop.owner, salesReturn.routes, await known(data.id, salesReturn.routes), 'approve')
    const [sourceLineId] = await shop.lineIds(salesDelivery.routes, sale.id)
    await shop.done(salesReturn.routes, [{ partId, qty: '1', price: '260', sourceLineId } as never])
    expect(await shop.books.pool(partId)).toBe('1.0000 / 200.00')
  })

  it('is refused of what was never sold to him, and of another way of handling', async () => {
    const partId = await bought('1')
    const bill = await billed(partId, { handling: 'return', boughtOn: today })
    expect((await credit(bill)).msg).toBe(`客户没有可退的销售出库：[${await codeOf(partId)}]，请手工办理退货`)
    expect((await replace(bill)).msg).toBe(`三包单 ${bill.billNo} 的处理方式不是更换，不能换货出库`)
    const closed = await act(shop.owner, routes, bill, 'close')
    expect((await credit(closed)).msg).toBe(`三包单 ${bill.billNo} 当前为「已关闭」，不能退货`)
  })
})

describe('the term of a part', () => {
  it('runs from the day of our own delivery, else from what was typed', async () => {
    const partId = await bought('1')
    const draft = await save(shop.owner, routes, {
      header: header(partId),
      materials: [{ partId, qty: '1', price: '300' }],
    })
    const asked = await tryAct(shop.owner, routes, draft, 'submit')
    expect(asked.errors).toEqual([{ path: 'header.boughtOn', message: '请填写购买日期' }])
    await shop.sell([{ partId, qty: '1', price: '260' }])
    const saved = await save(shop.owner, routes, {
      id: draft.id,
      version: draft.version,
      header: header(partId),
      materials: [{ partId, qty: '1', price: '300' }],
    })
    expect((await shop.owner.call(routes.read, { params: { id: saved.id } })).header.boughtOn).toBe(today)
    const late = await trySave(shop.owner, routes, {
      header: header(partId, { boughtOn: '2099-01-01' }),
      materials: [],
    })
    expect(late.errors?.[0]?.path).toBe('header.boughtOn')
  })
})

/** The policy of the manufacturer for a part: a year, or 100 kilometres. */
const policyOf = (partId: number) =>
  shop.owner.call(policyRoutes.save, {
    body: {
      name: '配件三包',
      manufacturerId: makerId,
      scope: 'part',
      partId,
      terms: [{ validFrom: '2026-01-01', months: 12, km: '100', labourRate: '0', partPriceRule: 'retail' }],
    } as never,
  })

it('a part without a car is judged by days alone, by ours before those that were typed', async () => {
  const partId = await bought('2')
  await policyOf(partId)
  const judged = async (boughtOn: string | null) => {
    const draft = await save(shop.owner, routes, { header: header(partId, { boughtOn }) })
    const { header: told } = await shop.owner.call(routes.read, { params: { id: draft.id } })
    return [told.boughtOn, told.isInTerm, told.termText]
  }
  expect(await judged(null)).toEqual([null, false, '缺少购买日期'])
  const within = addMonths(today, -11)
  expect(await judged(within)).toEqual([within, true, `在保：至 ${addMonths(within, 12)}`])
  const before = addDays(addMonths(today, -12), -3)
  expect(await judged(before)).toEqual([before, false, `超期 ${daysBetween(addMonths(before, 12), today)} 天`])
  await shop.sell([{ partId, qty: '1', price: '260' }])
  expect(await judged(before)).toEqual([before, true, `在保：至 ${addMonths(today, 12)}`])
  // What replaces it was not sold, and begins no term.
  const { data } = await replace(await billed(partId))
  await act(shop.owner, salesDelivery.routes, await known(data.id, salesDelivery.routes), 'approve')
  const query = { manufacturerId: makerId, partnerId: shop.customerId, partIds: String(partId) } as never
  expect((await shop.owner.call(warrantyBillPrices, { query })).soldOn).toBe(today)
  const other = await newPartner(shop, '没买过的客户')
  const asked = { manufacturerId: makerId, partnerId: other, partIds: String(partId) } as never
  expect((await shop.owner.call(warrantyBillPrices, { query: asked })).soldOn).toBe(null)
})

describe('rights', () => {
  it('of the bill and of the document that is made are needed both', async () => {
    const partId = await bought('1')
    const bill = await billed(partId, { boughtOn: today })
    const without = async (...rights: number[]) => {
      const one = await worker(shop, 'owner')
      await withdraw(shop, one, { buttons: rights })
      return one.client.ask(replaceParts, { params: { id: bill.id } })
    }
    expect((await without(button('sales_delivery', 'add'))).status).toBe(403)
    expect(await without(button('warranty_bill', 'add'))).toMatchObject({
      status: 403,
      msg: '您没有三包单「新增」的权限',
    })
    expect((await (await shop.signIn('technician')).ask(creditParts, { params: { id: bill.id } })).status).toBe(403)
  })

  it('are those of 三包员, who leaves approving to who sells', async () => {
    const partId = await bought('1')
    await shop.sell([{ partId, qty: '1', price: '260' }])
    const clerk = await shop.signIn('warranty_clerk')
    for (const [handling, route, of] of [
      ['replace', replaceParts, salesDelivery.routes],
      ['return', creditParts, salesReturn.routes],
    ] as const) {
      const bill = await billed(partId, { handling, termReason: '两处开裂' })
      const { data } = await clerk.ask(route, { params: { id: bill.id } })
      const submitted = await act(clerk, of, await known(data.id, of), 'submit')
      expect((await tryAct(clerk, of, submitted, 'approve')).status).toBe(403)
      await act(shop.owner, of, submitted, 'void')
    }
  })

  it('do not reach bills of another company', async () => {
    const partId = await bought('1')
    const bill = await billed(partId, { boughtOn: today })
    const branch = await openBranch(shop)
    const stranger = await shop.signIn('manager', branch.orgId)
    expect((await stranger.ask(replaceParts, { params: { id: bill.id } })).status).toBe(404)
    expect((await shop.owner.ask(replaceParts, { params: { id: 999_999_999 } })).status).toBe(404)
  })
})

const codeOf = async (partId: number) =>
  (await shop.sql<{ code: string }>('select code from part where group_id = $1 and id = $2', partId))[0]?.code as string
