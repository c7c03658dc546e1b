// A kind of document with states of its own goes through the same gate, lists, log and paper as those with the usual ones.
import { button, pageOf } from '@chepu/contract/access/catalogue'
import { defineGoodsDocument, goodsHeader, goodsLine, goodsLines } from '@chepu/contract/kernel/goods-document'
import { id } from '@chepu/contract/kernel/scalars'
import { countedStates, postedStates, type StateDefs } from '@chepu/contract/kernel/states'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { unitCost } from '@chepu/contract/warehouse/unit-cost'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Client, Shop } from '../../../test/shop'
import { shanghaiDay } from '../base/calendar'
import type { GoodsActions, GoodsTraits } from '../goods/types'

// The kind is known to a program of this file's own: registries are kept by the process, which other files share.
vi.resetModules()
const { openShop } = await import('../../../test/shop')
const { bindDocument } = await import('../goods/routes')
const { postDocument, reverseDocument, unpostDocument } = await import('../goods/lifecycle')

const states = {
  counting: { label: '盘点中', stage: 'entry', tone: 'grey', mark: '盘点中' },
  toCheck: { label: '待复盘', stage: 'waiting', tone: 'amber' },
  checked: { label: '已复盘', stage: 'agreed', tone: 'blue' },
  booked: { label: '已入账', stage: 'posted', tone: 'green' },
  dropped: { label: '已取消', stage: 'voided', tone: 'grey' },
  undone: { label: '已冲销', stage: 'reversed', tone: 'red' },
} as const satisfies StateDefs

const post = button('outbound', 'post')
const check = defineGoodsDocument({
  kind: 'shelf_check',
  title: '抽盘单',
  prefix: 'CP',
  path: 'shelf-check',
  area: 'stock',
  priceField: 'cost_price',
  flags: ['out'],
  partnerTitle: '往来单位',
  buttons: { view: pageOf('outbound'), add: post, update: post },
  header: goodsHeader.extend({ partnerId: id.nullable().default(null) }),
  sections: { lines: goodsLines(goodsLine.omit({ sourceLineId: true }).extend({ price: unitCost })) },
  states,
  actions: {
    finish: { label: '完成盘点', from: ['counting'], to: ['toCheck'], button: post, stamp: 'submitted' },
    recount: { label: '重盘', from: ['toCheck'], to: ['counting'], button: post, stamp: 'cleared', reason: true },
    confirm: {
      label: '复盘确认',
      from: ['counting', 'toCheck'],
      to: ['checked'],
      button: post,
      stamp: 'approved',
      isApproval: true,
    },
    book: { label: '入账', from: ['checked'], to: ['booked'], button: post },
    unbook: {
      label: '退账',
      from: ['booked'],
      to: ['counting'],
      button: post,
      stamp: 'cleared',
      reason: true,
      preview: true,
    },
    undo: { label: '冲销', from: ['booked'], to: ['undone'], button: post, reason: true, preview: true },
    drop: { label: '取消', from: ['counting'], to: ['dropped'], button: post },
  },
})
const { routes } = check
const traits: GoodsTraits<typeof check> = {
  def: check,
  partnerRole: 0,
  priceField: check.priceField,
}
const actions: GoodsActions<typeof check> = {
  finish: async () => 'toCheck',
  recount: async () => 'counting',
  confirm: async () => 'checked',
  book: (tx, doc) =>
    postDocument(tx, traits, doc, ({ lines }) => ({
      stock: lines.map((line) => ({
        direction: 'out',
        lineId: line.id,
        lineNo: line.lineNo,
        partId: line.partId,
        partCode: line.partCode,
        warehouseId: line.warehouseId,
        locationId: line.locationId,
        batchNo: line.batchNo,
        qty: line.qty,
        costing: { at: 'free' },
        pnl: 'stock_loss',
      })),
    })),
  unbook: (tx, doc) => unpostDocument(tx, traits, doc),
  undo: (tx, doc) => reverseDocument(tx, traits, doc),
  drop: async () => 'dropped',
}

let shop: Shop
let owner: Client
beforeAll(async () => {
  shop = await openShop({
    config: { approveRequired: ['shelf_check'] },
    bind: ({ bind }) => bindDocument(bind, { ...traits, actions }),
  })
  owner = await shop.signIn('owner')
  const found = await owner.call(otherIn.routes.save, { body: body('10', '12.5', '盘盈外其他') })
  await owner.call(otherIn.routes.act, {
    params: { id: found.id, action: 'approve' },
    body: { version: found.version },
  })
})
afterAll(async () => {
  await shop.close()
  vi.resetModules()
})

const body = (qty: string, price = '0', reason = '盘盈外其他') => ({
  header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, reason: reason as '盘盈外其他' },
  lines: [{ partId: shop.parts.filter, qty, price }],
})
const save = (qty: string, more: { id?: number; version?: number } = {}) => {
  const { header, lines } = body(qty)
  const { reason: _reason, ...own } = header
  return owner.ask(routes.save, { body: { ...more, header: own, lines } })
}
const act = (doc: { id: number; version: number }, action: string, reason?: string) =>
  owner.ask(routes.act, { params: { id: doc.id, action }, body: { version: doc.version, reason } })
const read = (id: number) => owner.call(routes.read, { params: { id } })

it('goes through its own states by the common gate', async () => {
  const draft = (await save('3')).data
  // The organisation wants it finished before it is confirmed: the rule of 提交 before 审核, whatever the two are called.
  expect(draft).toMatchObject({ state: 'counting', can: ['finish', 'drop'] })
  expect(await act(draft, 'confirm')).toMatchObject({ status: 400, msg: '抽盘单需先提交，再复盘确认' })
  expect(await act(draft, 'book')).toMatchObject({
    status: 400,
    msg: `单据 ${draft.billNo} 当前为「盘点中」，不能入账`,
  })
  const finished = (await act(draft, 'finish')).data
  expect(finished).toMatchObject({ state: 'toCheck', can: ['recount', 'confirm'] })
  expect(await save('4', finished)).toMatchObject({
    status: 400,
    msg: `单据 ${draft.billNo} 当前为「待复盘」，不能修改`,
  })
  const recounted = (await act(finished, 'recount', '漏盘')).data
  expect((await read(draft.id)).header).toMatchObject({ state: 'counting', submittedAt: null })
  const again = (await save('4', recounted)).data
  const confirmed = (await act((await act(again, 'finish')).data, 'confirm')).data
  const { header } = await read(draft.id)
  expect(header).toMatchObject({ approverName: expect.any(String), posterName: null, costAmount: null })
  const booked = (await act(confirmed, 'book')).data
  expect(booked).toMatchObject({ state: 'booked', can: ['unbook', 'undo'] })
  expect((await read(draft.id)).header).toMatchObject({
    approverName: header.approverName,
    posterName: expect.any(String),
    costAmount: '50.00',
  })
  const log = await owner.call(routes.log, { params: { id: draft.id } })
  expect(log[0]).toMatchObject({ action: 'book', fromState: 'checked', toState: 'booked' })
  expect((await owner.call(routes.print, { params: { id: draft.id } })).printCount).toBe(1)
})

it('is listed, filtered, summed and exported by what its states mean', async () => {
  const [dropped, open, posted] = [(await save('1')).data, (await save('1')).data, (await save('2')).data]
  await act(dropped, 'drop')
  const finished = (await act(posted, 'finish')).data
  const booked = (await act((await act(finished, 'confirm')).data, 'book')).data
  const undone = (await act(booked, 'undo', '盘错')).data
  expect(undone).toMatchObject({ state: 'undone', can: [] })
  const rows = (query: { state?: string }) =>
    owner.call(routes.list, { query: { ...query, page: 1, rows: 50 } }).then((page) => page.rows)
  expect((await rows({ state: 'counting' })).map(({ billNo }) => billNo)).toEqual([open.billNo])
  const shown = await rows({ state: 'booked,undone' })
  const red = shown.find(({ isRed }) => isRed)
  expect(red).toMatchObject({ state: 'booked', totalQty: '-2.0000', costAmount: '-25.00' })
  expect(shown.find(({ billNo }) => billNo === posted.billNo)).toMatchObject({ state: 'undone', costAmount: '25.00' })
  const totals = await owner.call(routes.totals, { query: {} })
  // What was posted counts, with the red document against what it undoes; what is open waits; what was dropped is neither.
  expect(totals).toMatchObject({ count: 5, sums: { totalQty: '4.0000' }, waiting: { count: 1 } })
  const related = await owner.call(routes.related, { params: { id: posted.id } })
  expect(related).toEqual([expect.objectContaining({ relation: 'red', state: 'booked', stateName: '已入账' })])
})

it('comes back to its first state when the booking is undone', async () => {
  const draft = (await save('2')).data
  const booked = (await act((await act((await act(draft, 'finish')).data, 'confirm')).data, 'book')).data
  const effects = await owner.call(routes.preview, { params: { id: draft.id, action: 'unbook' } })
  expect(effects).toMatchObject({ refusals: [], stock: [{ qty: '2', value: '25' }] })
  const back = (await act(booked, 'unbook', '退账')).data
  expect(back).toMatchObject({ state: 'counting', can: ['finish', 'drop'] })
  expect((await read(draft.id)).header).toMatchObject({ approvedAt: null, postedAt: null, costAmount: null })
})

it('says by stages what counts', () => {
  expect(postedStates(check)).toEqual(['booked', 'undone'])
  expect(countedStates(check)).toEqual(['booked', 'undone'])
})
