// Goods leave the stock for a work order, come back, become a cost, and are undone; every figure is written out.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newPart } from '../../../test/counter'
import { type Ledgers, openLedgers } from '../../../test/ledgers'
import { one } from '../../../test/stage'
import { statementCount } from '../db/statement'
import { post, reverse } from '.'
import type { DocumentRef, Posting, StockMove, WipEntry } from './types'
import { wipOf } from './wip'

let books: Ledgers
beforeAll(async () => {
  books = await openLedgers()
})
afterAll(() => books.close())

let orderId = 100
let partId: number
beforeEach(async () => {
  orderId += 1
  partId = await newPart(books)
  // 3 pieces worth 10.00: the average is not a whole fen.
  await written({ stock: [move('in', '3', { costing: { at: 'value', value: '10.00' } })] })
})

const lineId = 7
const line = { lineId, lineNo: 1, partCode: 'P', targetLineId: lineId }
const move = (direction: 'in' | 'out', qty: string, more: Partial<StockMove> = {}): StockMove => ({
  direction,
  lineId,
  lineNo: 1,
  partId,
  partCode: 'P',
  warehouseId: books.warehouseId,
  locationId: books.locationId,
  batchNo: '',
  qty,
  costing: { at: 'free' },
  ...more,
})
/** Picked for a line of the order. */
const picked = (qty: string, orderLine = 1) => move('out', qty, { wip: { workOrderId: orderId, lineId: orderLine } })
/** Back from a line of the order, at a value that is known. */
const back = (qty: string, value: string) =>
  move('in', qty, { costing: { at: 'value', value }, wip: { workOrderId: orderId, lineId: 1 } })
const settled = (direction: 'in' | 'out', qty: string, value: string, more: Partial<WipEntry> = {}): WipEntry => ({
  direction,
  workOrderId: orderId,
  lineId: 1,
  docLineId: lineId,
  partId,
  qty,
  value,
  payerType: 'customer',
  ...more,
})

/** A new document that does this to the books. */
async function written(posting: Posting): Promise<DocumentRef> {
  const doc = books.doc()
  await books.tenant((tx) => post(tx, doc, posting))
  return doc
}
const undo = (doc: DocumentRef, target = doc) => books.tenant((tx) => reverse(tx, doc, target, [line]))

/** Of each line 'line: qty / value'. */
const inWork = async () => {
  const rows = await books.tenant((tx) => wipOf(tx, orderId))
  return rows.map((row) => `${row.lineId}: ${row.qty} / ${row.value}`)
}
const pool = async () => {
  const [row] = await books.tenant((tx) =>
    tx.query<{ qty: string; value: string }>({
      text: 'select qty, value from stock_cost where group_id = $1 and part_id = $2',
      values: [tx.groupId, partId],
    }),
  )
  return `${row?.qty} / ${row?.value}`
}
/** What a document has in the profit and loss, 'kind payer amount'. */
const pnlOf = async (doc: DocumentRef) => {
  const rows = await books.tenant((tx) =>
    tx.query<{ said: string }>({
      text: `select concat_ws(' ', kind, payer_type, sum(amount)) as said from pnl_ledger
        where group_id = $1 and doc_kind = $2 and doc_id = $3 group by kind, payer_type order by 1`,
      values: [tx.groupId, doc.kind, doc.id],
    }),
  )
  return rows.map(({ said }) => said)
}

it('takes up what leaves the stock, at its value, and no profit moves', async () => {
  const doc = await written({ stock: [picked('1'), picked('1', 2)] })
  expect(await inWork()).toEqual(['1: 1.0000 / 3.33', '2: 1.0000 / 3.34'])
  expect(await pool()).toBe('1.0000 / 3.33')
  expect(await pnlOf(doc)).toEqual([])
})

it('is one row for a movement that is spread over bins', async () => {
  const locationId = await books.tenant((tx) => one(tx, 'location', { warehouse_id: books.warehouseId, code: '货架' }))
  await written({ stock: [move('in', '1', { locationId, costing: { at: 'value', value: '2.00' } })] })
  const doc = await written({ stock: [{ ...picked('4'), locationId: null }] })
  expect(await inWork()).toEqual(['1: 4.0000 / 12.00'])
  const rows = await books.tenant((tx) =>
    tx.query({
      text: `select (select count(*)::int from stock_ledger where group_id = $1 and doc_kind = $2 and doc_id = $3) as moved,
        (select count(*)::int from wip_ledger where group_id = $1 and doc_kind = $2 and doc_id = $3) as taken_up`,
      values: [tx.groupId, doc.kind, doc.id],
    }),
  )
  expect(rows).toEqual([{ moved: 2, takenUp: 1 }])
})

it('gives back what comes back into the stock, at the value that is named', async () => {
  await written({ stock: [picked('3')] })
  await written({ stock: [back('1', '3.33')] })
  expect(await inWork()).toEqual(['1: 2.0000 / 6.67'])
  expect(await pool()).toBe('1.0000 / 3.33')
  await written({ stock: [back('2', '6.67')] })
  expect(await inWork()).toEqual([])
  expect(await pool()).toBe('3.0000 / 10.00')
})

it('becomes a cost of the payer, and is in work again when that is undone', async () => {
  await written({ stock: [picked('3')] })
  const bill = await written({
    wip: [settled('out', '1', '3.33'), settled('out', '2', '6.67', { payerType: 'insurance' })],
  })
  expect(await inWork()).toEqual([])
  expect(await pnlOf(bill)).toEqual(['cogs_part customer 3.33', 'cogs_part insurance 6.67'])
  await undo(bill)
  expect(await inWork()).toEqual(['1: 3.0000 / 10.00'])
  expect(await pnlOf(bill)).toEqual(['cogs_part customer 0.00', 'cogs_part insurance 0.00'])
})

it('is settled and undone once more, under the same document and under a red one', async () => {
  await written({ stock: [picked('3')] })
  const bill = await written({ wip: [settled('out', '3', '10.00')] })
  await undo(bill)
  await books.tenant((tx) => post(tx, bill, { wip: [settled('out', '3', '10.00', { payerType: 'warranty' })] }))
  const red = books.doc()
  await undo(bill, red)
  expect(await inWork()).toEqual(['1: 3.0000 / 10.00'])
  expect(await pnlOf(red)).toEqual(['cogs_part warranty -10.00'])
})

it('lets goods of a settled line come back into the stock through the work', async () => {
  await written({ stock: [picked('3')] })
  await written({ wip: [settled('out', '3', '10.00')] })
  const refund = await written({ wip: [settled('in', '1', '3.33')], stock: [back('1', '3.33')] })
  expect(await inWork()).toEqual([])
  expect(await pool()).toBe('1.0000 / 3.33')
  expect(await pnlOf(refund)).toEqual(['cogs_part customer -3.33'])
  await undo(refund)
  expect(await pool()).toBe('0.0000 / 0.00')
  expect(await pnlOf(refund)).toEqual(['cogs_part customer 0.00'])
})

it('is the opposite of the stock also where the pool cannot give what came back', async () => {
  const picking = await written({ stock: [picked('3')] })
  // What comes back cheap lies with goods that cost more by then.
  const returned = await written({ stock: [back('3', '10.00')] })
  await written({ stock: [move('out', '2')] })
  await written({ stock: [move('in', '2', { costing: { at: 'value', value: '1.00' } })] })
  expect(await pool()).toBe('3.0000 / 4.33')
  await undo(returned)
  expect(await inWork()).toEqual(['1: 3.0000 / 10.00'])
  expect(await pool()).toBe('0.0000 / 0.00')
  expect(await pnlOf(returned)).toEqual(['stock_variance 5.67'])
  await undo(picking)
  expect(await pool()).toBe('3.0000 / 10.00')
})

it('gives no more than there is, and names the line', async () => {
  const picking = await written({ stock: [picked('2')] })
  await expect(written({ stock: [back('3', '6.67')] })).rejects.toThrow('第1行 [P] 在修数量或成本不足')
  await expect(written({ stock: [back('1', '6.68')] })).rejects.toThrow('第1行 [P] 在修数量或成本不足')
  await expect(written({ wip: [settled('out', '2', '6.00')] })).rejects.toThrow('在修数量或成本不足')
  await expect(written({ wip: [settled('out', '1', '1.00', { lineId: 9 })] })).rejects.toThrow('在修数量或成本不足')
  await written({ stock: [back('1', '3.33')] })
  await expect(undo(picking)).rejects.toThrow('第1行 [P] 在修数量或成本不足，该配件已退料或已结算，请刷新后重试')
  expect(await inWork()).toEqual(['1: 1.0000 / 3.34'])
})

it('keeps the profit of payers and departments apart, and undoes each', async () => {
  const doc = await written({
    pnl: [
      { kind: 'revenue_labour', amount: '177.06', amountTaxed: '200.00', payerType: 'customer' },
      { kind: 'revenue_labour', amount: '530.97', amountTaxed: '600.00', payerType: 'insurance' },
      { kind: 'revenue_internal', amount: '80.00', payerType: 'internal' },
      { kind: 'internal_expense', amount: '50.00', payerType: 'internal', departmentId: 3 },
      { kind: 'internal_expense', amount: '30.00', payerType: 'internal', departmentId: 4 },
    ],
  })
  const labour = ['revenue_labour customer 177.06', 'revenue_labour insurance 530.97']
  expect(await pnlOf(doc)).toEqual(['internal_expense internal 80.00', 'revenue_internal internal 80.00', ...labour])
  const red = books.doc()
  await undo(doc, red)
  const rows = await books.tenant((tx) =>
    tx.query<{ said: string }>({
      text: `select concat_ws(' ', kind, payer_type, department_id, amount, amount_taxed) as said from pnl_ledger
        where group_id = $1 and doc_id = $2 order by 1`,
      values: [tx.groupId, red.id],
    }),
  )
  expect(rows.map(({ said }) => said)).toEqual([
    'internal_expense internal 3 -50.00 0.00',
    'internal_expense internal 4 -30.00 0.00',
    'revenue_internal internal -80.00 0.00',
    'revenue_labour customer -177.06 -200.00',
    'revenue_labour insurance -530.97 -600.00',
  ])
})

it('takes the same number of statements, whatever the number of lines, and none where no work is touched', async () => {
  await written({ stock: [move('in', '100', { costing: { at: 'value', value: '300.00' } })] })
  const counted = async (posting: Posting) => {
    const names: (string | undefined)[] = []
    statementCount.heard = ({ name, text }) => names.push(name ?? text)
    await written(posting)
    statementCount.heard = undefined
    return names.length
  }
  const trade = await counted({ stock: [move('out', '1')] })
  const one = await counted({ stock: [picked('1')] })
  expect(one - trade).toBe(1)
  expect(await counted({ stock: Array.from({ length: 9 }, () => picked('1')) })).toBe(one)
  const settlement = await counted({ wip: [settled('out', '1', '3.01')] })
  expect(await counted({ wip: [1, 2, 3].map(() => settled('out', '1', '3.01')) })).toBe(settlement)
})
