import { countedLines } from '@chepu/contract/kernel/counted-lines'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Counter, openCounter } from '../../../test/counter'
import { openBranch } from '../../../test/people'
import { one } from '../../../test/shop'
import type { GoodsKind } from './types'
import { kindNamed, postingKinds } from './registry'

let shop: Counter
let partId: number
beforeAll(async () => {
  shop = await openCounter({ receiptTwoDesk: true, deliveryTwoDesk: true, creditCheck: false })
  partId = await shop.stocked('0')
  await shop.done(otherIn.routes, [{ partId, qty: '9000', price: '10' }], { partnerId: null, reason: '盘盈外其他' })
})
afterAll(() => shop.close())

const reasons: Record<string, string> = { other_in: '盘盈外其他', other_out: '报损' }

/** The action by which a kind's warehouse says what it counted. */
const countingOf = (kind: GoodsKind): string | undefined =>
  Object.keys(kind.def.actions).find((name) => {
    const input = kind.def.actions[name]?.input
    return input !== undefined && 'unwrap' in input && (input.unwrap as () => unknown)() === countedLines
  })

/** Every registered kind that is counted, each with its counting action. */
const countedKinds = () =>
  (['purchase', 'sales', 'stock'] as const)
    .flatMap((area) => postingKinds(area))
    .flatMap((name) => {
      const kind = kindNamed(name) as GoodsKind
      const action = countingOf(kind)
      // Between two places nobody is billed by what is typed.
      return action === undefined || kind.def.hasCounterparty ? [] : [{ kind, action }]
    })

/** A document of the kind that waits to be counted: its lines and header as typed. */
async function waiting({ kind, action }: { kind: GoodsKind; action: string }, lines: object[], orderDiscount: string) {
  const { routes } = kind.def
  const partnerId = (kind.partnerRole & 1) === 1 ? shop.customerId : shop.supplierId
  const saved = await shop.save(routes, lines as never, {
    partnerId,
    orderDiscount,
    freight: '8',
    freightPayer: kind.def.freightRule === 'advanced' ? 'us' : 'partner',
    reason: reasons[kind.def.kind] ?? '质量问题',
  })
  expect(saved, kind.def.kind).toMatchObject({ status: 200 })
  const doc = action === 'approve' ? saved.data : (await shop.act(routes, saved.data, 'approve')).data
  const ids = await shop.lineIds(routes, doc.id)
  const count = async (...quantities: string[]) => {
    const input = { lines: quantities.map((qty, i) => ({ lineId: ids[i], qty })) }
    expect(await shop.act(routes, doc, action, { input }), kind.def.kind).toMatchObject({ status: 200 })
    const read = await shop.read(routes, doc.id)
    const [item] = await shop.sql<{ owed: string }>(
      'select abs(sum(original)) as owed from open_item where group_id = $1 and source_kind = $2 and source_id = $3',
      kind.def.kind,
      doc.id,
    )
    const freight = kind.def.freightRule === undefined ? '0.00' : '8.00'
    return { ...read, owed: item?.owed ?? null, freight, isOwed: kind.def.freightRule !== undefined }
  }
  const tell = (input: unknown) => shop.act(routes, doc, action, { input })
  return { count, tell, ids }
}

/** Bill of the document with and without freight; a kind that nobody owes for has none. */
const bills = (withFreight: string, without: string, { freight, isOwed }: { freight: string; isOwed: boolean }) => {
  const total = freight === '0.00' ? without : withFreight
  return { total, owed: isOwed ? total : null }
}

describe('a count by the second desk, for every kind that is counted', () => {
  it('covers both desks', () => {
    const names = countedKinds().map(({ kind, action }) => `${kind.def.kind}.${action}`)
    expect(names).toEqual(
      expect.arrayContaining([
        'goods_receipt.receive',
        'sales_return.receive',
        'sales_delivery.ship',
        'purchase_return.ship',
      ]),
    )
  })

  it('changes no figure when nothing is missing, and keeps a typed amount', async () => {
    for (const counted of countedKinds()) {
      const lines = [
        { partId, qty: '1000', price: '9', netAmount: '100.04' },
        { partId, qty: '10', price: '10' },
      ]
      const doc = await (await waiting(counted, lines, '50')).count('1000', '10')
      const { total, owed } = bills('158.04', '150.04', doc)
      expect(
        doc.lines.map((line) => line.netAmount),
        counted.kind.def.kind,
      ).toEqual(['100.04', '100.00'])
      expect(doc.header, counted.kind.def.kind).toMatchObject({ orderDiscount: '50.00', totalTaxed: total })
      expect(doc.owed, counted.kind.def.kind).toBe(owed)
    }
  })

  it('takes of typed amount and order discount what the counted goods bear', async () => {
    for (const counted of countedKinds()) {
      const lines = [
        { partId, qty: '3', price: '9', netAmount: '100' },
        { partId, qty: '10', price: '10' },
      ]
      // Shares of the discount 20.00 each: 13.33 and 2.00 of them stay; the goods are 66.67 and 10.00.
      const doc = await (await waiting(counted, lines, '40')).count('2', '1')
      const { total, owed } = bills('69.34', '61.34', doc)
      expect(
        doc.lines.map((line) => line.netAmount),
        counted.kind.def.kind,
      ).toEqual(['66.67', '10.00'])
      expect(doc.header, counted.kind.def.kind).toMatchObject({ orderDiscount: '15.33', totalTaxed: total })
      expect(doc.owed, counted.kind.def.kind).toBe(owed)
    }
  })

  it('never makes a bill below zero: one of ten pieces bears a tenth of the discount', async () => {
    for (const counted of countedKinds()) {
      const doc = await (await waiting(counted, [{ partId, qty: '10', price: '10' }], '50')).count('1')
      const { total, owed } = bills('13.00', '5.00', doc)
      expect(doc.header, counted.kind.def.kind).toMatchObject({ orderDiscount: '5.00', totalTaxed: total })
      expect(doc.owed, counted.kind.def.kind).toBe(owed)
    }
  })

  it('is refused by line when it is of another document, told twice, in pieces of a piece, or lies elsewhere', async () => {
    const { warehouseId } = await openBranch(shop)
    const bin = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'location', { warehouse_id: warehouseId, code: 'A-01' }),
    )
    for (const counted of countedKinds()) {
      const { tell, ids } = await waiting(counted, [{ partId, qty: '10', price: '10' }], '0')
      const [lineId] = ids
      const refusals = [
        [[{ lineId: 1e9, qty: '1' }], 'lines.0.lineId', '所选明细不属于本单'],
        [
          [
            { lineId, qty: '1' },
            { lineId, qty: '2' },
          ],
          'lines.1.lineId',
          '第1行 重复',
        ],
        [[{ lineId, qty: '1.5' }], 'lines.0.qty', expect.stringMatching(/^第1行 \[.+\] 单位“个”的数量只能录入整数$/)],
        [[{ lineId, qty: '11' }], 'lines.0.qty', '第1行 实际数量不能大于单据数量'],
        [[{ lineId, qty: '5', locationId: bin }], 'lines.0.locationId', '第1行 货位不属于该仓库或已停用'],
        [[{ lineId, qty: '5', locationId: 1e9 }], 'lines.0.locationId', '第1行 货位不属于该仓库或已停用'],
      ] as const
      for (const [lines, path, message] of refusals)
        expect(await tell({ lines }), counted.kind.def.kind).toMatchObject({
          status: 400,
          errors: [{ path: `input.${path}`, message }],
        })
      expect(await tell(null)).toMatchObject({ status: 400, errors: [{ path: 'input' }] })
      expect(await tell({ lines: [{ lineId, qty: '4', locationId: shop.locationId }] })).toMatchObject({ status: 200 })
    }
    await shop.assertBooks()
  })

  it('is undone and approved again with a line of which nothing left', async () => {
    const lines = ['3', '2'].map((qty) => ({ partId, qty, price: '10' }))
    const waits = await shop.done(salesDelivery.routes, lines)
    const [first, second] = await shop.lineIds(salesDelivery.routes, waits.id)
    const input = {
      lines: [
        { lineId: first, qty: '3' },
        { lineId: second, qty: '0' },
      ],
    }
    const { data: shipped } = await shop.act(salesDelivery.routes, waits, 'ship', { input })
    const { data: draft } = await shop.act(salesDelivery.routes, shipped, 'unapprove')
    expect(await shop.act(salesDelivery.routes, draft, 'approve')).toMatchObject({ status: 200 })
    expect(await shop.books.held(partId)).toBe('3 + 0')
  })

  it('credits at most what was charged when less comes back than the return says', async () => {
    const shipped = await shop.done(salesDelivery.routes, [{ partId, qty: '3', price: '0', netAmount: '2' }])
    await shop.act(salesDelivery.routes, shipped, 'ship')
    const [sourceLineId] = await shop.lineIds(salesDelivery.routes, shipped.id)
    const returns = (qty: string, netAmount: string) =>
      shop.done(salesReturn.routes, [{ partId, qty, price: '0', netAmount, sourceLineId }], { reason: '质量问题' })
    await shop.act(salesReturn.routes, await returns('1', '0.67'), 'receive')
    const rest = await returns('2', '1.33')
    const lines = (await shop.lineIds(salesReturn.routes, rest.id)).map((lineId) => ({ lineId, qty: '1' }))
    expect(await shop.act(salesReturn.routes, rest, 'receive', { input: { lines } })).toMatchObject({ status: 200 })
    expect((await shop.read(salesReturn.routes, rest.id)).header).toMatchObject({ totalTaxed: '0.66' })
  })
})

describe('what is sent with an action', () => {
  it('is refused where the action takes nothing, and kept in the trail as it was understood', async () => {
    const saved = await shop.save(salesDelivery.routes, [{ partId, qty: '2', price: '10' }], {
      partnerId: shop.customerId,
    })
    const lost = await shop.act(salesDelivery.routes, saved.data, 'approve', { input: { lines: [] } })
    expect(lost).toMatchObject({ status: 400, errors: [{ path: 'input', message: '审核不接受 input' }] })
    const { data: approved } = await shop.act(salesDelivery.routes, saved.data, 'approve')
    const [lineId] = await shop.lineIds(salesDelivery.routes, approved.id)
    const input = { lines: [{ lineId, qty: '1.0', colour: 'red' }], note: 'x'.repeat(1000) }
    expect(await shop.act(salesDelivery.routes, approved, 'ship', { input })).toMatchObject({ status: 200 })
    const trail = await shop.sql<{ detail: unknown }>(
      `select detail from audit_log where group_id = $1 and entity = 'sales_delivery' and entity_id = $2 and action = 'ship'`,
      approved.id,
    )
    expect(trail).toEqual([{ detail: { lines: [{ lineId, qty: '1', locationId: null, batchNo: '' }] } }])
  })
})
