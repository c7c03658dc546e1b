// What goods cost an organisation is nothing to its sister: on every document of a transfer, on each call that tells of it (ADR 0180).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transferLines, transferParts } from '@chepu/contract/warehouse/transfer-desk'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { transferReceipt } from '@chepu/contract/warehouse/transfer-receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Saved } from '../../../test/desk'
import { exportedFile } from '../../../test/export-file'
import { assign, worker } from '../../../test/people'
import type { Client } from '../../../test/shop'
import { keepFilesIn } from '../../kernel/base/file-folder'
import { startExports } from '../../kernel/export/worker'
import { readRows } from '../../kernel/spreadsheet/read'
import { openTransfers } from './transfers.fixture'

type Def = typeof transferOrder | typeof transferReceipt

let desk: Awaited<ReturnType<typeof openTransfers>>
let exports: ReturnType<typeof startExports>
let folder: string
/** Managers of one organisation each, and one who may choose either and reads both (全部). */
let own: Client
let sisters: Client
let both: Client
/** Two pieces that cost 20.00 and one of 10.01, sold at 25.00 and 13.00; and one piece of 10.00 at 12.00. */
let order: Saved
let small: Saved
/** One of the two pieces and the other part, which came: 20.01 to who sent them, 25.50 to who got them. */
let arrived: Saved
/** The small order, lost on its way: the destination bears it. */
let lost: Saved
/** The other piece of 10.00, which came back. */
let returned: Saved
/** A piece that cost the sister 12.50, sold at 20.00 the other way. */
let back: Saved

beforeAll(async () => {
  desk = await openTransfers()
  folder = mkdtempSync(join(tmpdir(), 'chepu-files-'))
  keepFilesIn(folder)
  exports = startExports(desk.shop.db, (error) => console.error(error), { everyMs: 50 })
  const { shop, main, sister } = desk
  own = await shop.signIn('manager')
  sisters = await shop.signIn('manager', sister.orgId)
  const holder = await worker(shop, 'owner', sister.orgId)
  await assign(shop, holder.userId, main.orgId, ['owner'])
  both = holder.client
  const { filter, pad } = shop.parts
  const lines = [
    { partId: filter, qty: '2', price: '12.5' },
    { partId: pad, qty: '1', price: '13' },
  ]
  order = await desk.ship(main, sister, lines)
  small = await desk.ship(main, sister, [{ partId: filter, qty: '1', price: '12' }])
  arrived = await desk.receive(sister, order, { 1: { qty: '1' } })
  lost = (await desk.decide(sister, small, 'lost_dest', ['1'])).data
  returned = (await desk.decide(main, order, 'returned', ['1'])).data
  back = await desk.ship(sister, main, [{ partId: filter, qty: '1', price: '20' }])
})
afterAll(async () => {
  await exports.stop()
  await desk.shop.close()
  rmSync(folder, { recursive: true, force: true })
})

type Shown = Record<string, unknown>

/** Cost and what is paid, of a document and its lines, as it is read and as it is printed. */
async function figuresOf(client: Client, { routes }: Def, { id }: Saved) {
  const figures = (view: { header: object; lines: readonly object[] }) => [
    (view.header as Shown)['costAmount'],
    (view.header as Shown)['totalTaxed'],
    ...view.lines.map((line) => {
      const { unitCost, costAmount, taxed } = line as Shown
      return [unitCost, costAmount, taxed]
    }),
  ]
  const read = figures(await client.call(routes.read, { params: { id } }))
  const printed = figures(await client.call(routes.print, { params: { id } }))
  expect(printed).toEqual(read)
  return read
}

/** Rows of a list as '<number> <cost>', in its order, and the sum of their costs. */
async function listOf(client: Client, { routes }: Def, filters: object, sort?: string) {
  const { rows } = await client.call(routes.list, { query: { ...filters, ...(sort && { sort }) } as never })
  const { sums } = await client.call(routes.totals, { query: filters as never })
  return { costs: rows.map((row) => [row.billNo, row.costAmount]), sum: sums['costAmount'] }
}

const valuesOf = async (client: Client, { routes }: Def, { id }: Saved, action: 'unapprove' | 'reverse') => {
  const { stock } = await client.call(routes.preview, { params: { id, action } })
  return stock.map(({ partCode, warehouseName, qty, value }) => [partCode, warehouseName, qty, value])
}

describe('the order of a transfer', () => {
  it('shows its source what the goods cost, and its destination what it pays', async () => {
    const whole = ['30.01', '38.00', ['10.000000', '20.00', '25.00'], ['10.010000', '10.01', '13.00']]
    expect(await figuresOf(own, transferOrder, order)).toEqual(whole)
    expect(await figuresOf(both, transferOrder, order)).toEqual(whole)
    expect(await figuresOf(sisters, transferOrder, order)).toEqual([
      undefined,
      '38.00',
      [undefined, undefined, '25.00'],
      [undefined, undefined, '13.00'],
    ])
    expect(await figuresOf(sisters, transferOrder, back)).toEqual(['12.50', '20.00', ['12.500000', '12.50', '20.00']])
    expect(await figuresOf(own, transferOrder, back)).toEqual([undefined, '20.00', [undefined, undefined, '20.00']])
  })

  it('has a cost in the list of its own side alone, which sums no other and sorts by no other', async () => {
    const ids = [order, small, back].map(({ id }) => id).join(',')
    const mixed = { ids, orgs: 'group' }
    expect(await listOf(own, transferOrder, mixed)).toEqual({
      costs: [
        [back.billNo, null],
        [small.billNo, '10.00'],
        [order.billNo, '30.01'],
      ],
      sum: '40.01',
    })
    expect(await listOf(sisters, transferOrder, mixed)).toEqual({
      costs: [
        [back.billNo, '12.50'],
        [small.billNo, null],
        [order.billNo, null],
      ],
      sum: '12.50',
    })
    expect(await listOf(both, transferOrder, mixed)).toEqual({
      costs: [
        [back.billNo, '12.50'],
        [small.billNo, '10.00'],
        [order.billNo, '30.01'],
      ],
      sum: '52.51',
    })
    const coming = { ids, side: 'counterparty' }
    expect((await listOf(sisters, transferOrder, coming)).sum).toBeUndefined()
    expect((await listOf(own, transferOrder, { ids, side: 'owner' })).sum).toBe('40.01')
    for (const sort of ['costAmount', '-costAmount'])
      expect((await listOf(sisters, transferOrder, coming, sort)).costs).toEqual([
        [small.billNo, null],
        [order.billNo, null],
      ])
    expect((await listOf(own, transferOrder, { ids, side: 'owner' }, '-costAmount')).costs).toEqual([
      [order.billNo, '30.01'],
      [small.billNo, '10.00'],
    ])
  })

  it('is undone at a value that its source alone is told', async () => {
    for (const action of ['unapprove', 'reverse'] as const) {
      expect(await valuesOf(own, transferOrder, small, action)).toEqual([
        ['04152-YZZA1', '主仓', '1', '10'],
        ['04152-YZZA1', '调拨在途', '-1', '-10'],
      ])
      expect(await valuesOf(sisters, transferOrder, small, action)).toEqual([
        ['04152-YZZA1', '主仓', '1', undefined],
        ['04152-YZZA1', '调拨在途', '-1', undefined],
      ])
    }
  })
})

describe('the receipt of a transfer', () => {
  it('tells who sent the goods what they cost, and who got them what they are charged at', async () => {
    const seen = ['20.01', '25.50', ['10.000000', '10.00', '12.50'], ['10.010000', '10.01', '13.00']]
    expect(await figuresOf(own, transferReceipt, arrived)).toEqual(seen)
    expect(await figuresOf(both, transferReceipt, arrived)).toEqual(seen)
    expect(await figuresOf(sisters, transferReceipt, arrived)).toEqual([
      undefined,
      '25.50',
      [undefined, undefined, '12.50'],
      [undefined, undefined, '13.00'],
    ])
    expect(await figuresOf(own, transferReceipt, lost)).toEqual(['10.00', '12.00', ['10.000000', '10.00', '12.00']])
    expect(await figuresOf(sisters, transferReceipt, lost)).toEqual([
      undefined,
      '12.00',
      [undefined, undefined, '12.00'],
    ])
    expect(await figuresOf(own, transferReceipt, returned)).toEqual(['10.00', '0.00', ['10.000000', '10.00', '0.00']])
    expect(await figuresOf(sisters, transferReceipt, returned)).toEqual([
      undefined,
      '0.00',
      [undefined, undefined, '0.00'],
    ])
  })

  it('has a cost in lists of the source alone, whoever registered it', async () => {
    const mixed = { ids: [arrived, lost, returned].map(({ id }) => id).join(','), orgs: 'group' }
    expect(await listOf(own, transferReceipt, mixed)).toEqual({
      costs: [
        [returned.billNo, '10.00'],
        [lost.billNo, '10.00'],
        [arrived.billNo, '20.01'],
      ],
      sum: '40.01',
    })
    const { costs, sum } = await listOf(sisters, transferReceipt, mixed)
    expect(costs.map(([, cost]) => cost)).toEqual([null, null, null])
    expect(sum).toBeUndefined()
  })

  it('is undone at the value of each side, which is told to that side', async () => {
    const moves = (sent: (string | undefined)[], got: (string | undefined)[]) => [
      ['04152-YZZA1', '调拨在途', '1', sent[0]],
      ['04465-02220', '调拨在途', '1', sent[1]],
      ['04152-YZZA1', '分仓', '-1', got[0]],
      ['04465-02220', '分仓', '-1', got[1]],
    ]
    const sent = ['10', '10.01']
    const got = ['-12.5', '-13']
    for (const action of ['unapprove', 'reverse'] as const) {
      expect(await valuesOf(own, transferReceipt, arrived, action)).toEqual(moves(sent, []))
      expect(await valuesOf(sisters, transferReceipt, arrived, action)).toEqual(moves([], got))
      expect(await valuesOf(both, transferReceipt, arrived, action)).toEqual(moves(sent, got))
    }
  })
})

it('leaves the cells of a sheet empty, and its sum is that of the rest', async () => {
  const ids = [order, small, back].map(({ id }) => id).join(',')
  const sheetOf = async (client: Client) => {
    const body = { filters: { ids, orgs: 'group' }, columns: ['billNo', 'totalTaxed', 'costAmount'] }
    const { jobId } = await client.call(transferOrder.routes.export, { body } as never)
    const { rows } = await readRows(await exportedFile(client, { jobId }))
    const head = rows.findIndex((row) => row.includes('成本金额'))
    const at = rows[head]?.indexOf('成本金额') ?? -1
    return rows.slice(head + 1).map((row) => row[at] ?? '')
  }
  expect(await sheetOf(sisters)).toEqual(['12.5', '', '', '12.5'])
  expect(await sheetOf(own)).toEqual(['', '10', '30.01', '40.01'])
  expect(await sheetOf(both)).toEqual(['12.5', '10', '30.01', '52.51'])
})

it('says in 调拨查询 what is paid, to both sides alike', async () => {
  for (const client of [own, sisters]) {
    const { rows } = await client.call(transferLines.list, { query: { billNo: order.billNo } as never })
    expect(rows.map(({ unitPrice, amount }) => [unitPrice, amount])).toEqual([
      ['12.5000', '25.00'],
      ['13.0000', '13.00'],
    ])
    const parts = await client.call(transferParts.list, { query: { billNo: order.billNo } as never })
    expect(parts.rows.map(({ amount }) => amount).toSorted()).toEqual(['13.00', '25.00'])
  }
})

it('is told beside no document of the other side', async () => {
  for (const [def, { id }] of [
    [transferOrder, order],
    [transferReceipt, arrived],
  ] as const) {
    const params = { id }
    const told = [await sisters.call(def.routes.related, { params }), await sisters.call(def.routes.log, { params })]
    expect(JSON.stringify(told)).not.toMatch(/10\.01|20\.0[01]|30\.01/)
  }
})
