import { defineDocument, type Section } from '@chepu/contract/kernel/document'
import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { goodsHeader, goodsLine } from '@chepu/contract/kernel/goods-document'
import { amount } from '@chepu/contract/kernel/scalars'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { GridLine, Values } from '../grid/line-grid-store'
import { type Draft, draftOf } from './autosave'
import { EditorStore } from './document-editor-store'
import { EditorSection, type LineRules } from './editor-section'

const partLine = goodsLine.pick({ partId: true, qty: true, remark: true })
const fee = z.object({
  name: z.string().min(1, '请填写费用名称').meta({ title: '费用名称' }),
  amount: amount.meta({ title: '金额' }),
})
const table = <Line extends z.ZodObject>(title: string, line: Line, isNeeded = false): Section<Line> => ({
  title,
  line,
  most: 50,
  isNeeded,
})

/** A document with two tables of parts and one of something else. */
const sample = defineDocument({
  kind: 'sample',
  title: '样单',
  prefix: 'YD',
  path: 'sample',
  area: 'stock',
  partnerTitle: '客户',
  buttons: { view: 1, add: 2, update: 3 },
  header: goodsHeader.pick({ bizDate: true, partnerId: true, remark: true }),
  sections: { used: table('用料', partLine, true), taken: table('旧件', partLine), fees: table('费用', fee) },
  actions: {},
})
// A store calls nobody.
const def = { ...sample, routes: {} as AnyDocument['routes'] }

interface PartLine extends GridLine {
  readonly partId: number | null
  readonly partCode: string
  readonly qty: string
}
interface FeeLine extends GridLine {
  readonly name: string
  readonly amount: string
}
const rules = <Line extends GridLine>(
  blank: () => Values<Line>,
  isBlank: (line: Line) => boolean,
): LineRules<Line> => ({
  blank,
  isBlank,
  ofView: (view) => view as Values<Line>,
  ofDraft: (kept) => kept as Values<Line>,
  bodyOf: (line) => line,
})
const partRules = rules<PartLine>(
  () => ({ partId: null, partCode: '', qty: '', remark: '' }),
  (line) => line.partId === null,
)
const feeRules = rules<FeeLine>(
  () => ({ name: '', amount: '' }),
  (line) => line.name === '' && line.amount === '',
)

const opened = () => {
  const used = new EditorSection(def.sections.used, partRules)
  const taken = new EditorSection(def.sections.taken, partRules)
  const fees = new EditorSection(def.sections.fees, feeRules)
  const store = new EditorStore(def, { used, taken, fees })
  store.reset({})
  return { store, used: used.lines, taken: taken.lines, fees: fees.lines }
}
const filled = () => {
  const open = opened()
  open.store.setHeader({ partnerId: 7 })
  open.used.append([
    { partId: 1, partCode: 'P1', qty: '2' },
    { partId: 2, partCode: 'P2', qty: '1' },
  ])
  open.taken.append([{ partId: 3, partCode: 'P3', qty: '1' }])
  open.fees.append([{ name: '拖车费', amount: '80' }])
  return open
}
/** What the server answers for a document of the kind. */
const read = (state = 'draft') => ({
  header: { id: 5, billNo: 'YD1', version: 3, state, isRed: false, partnerId: 9 },
  can: ['approve'],
  used: [{ id: 11, partId: 4, partCode: 'P4', qty: '3' }],
  taken: [],
  fees: [
    { id: 21, name: '检测费', amount: '50.00' },
    { id: 22, name: '洗车', amount: '20.00' },
  ],
})

test('a read fills every section, and the lines of a draft alone may be added to', () => {
  const { store, used, taken, fees } = filled()
  store.load(read(), true)
  expect(used.filled().map((line) => line.partCode)).toEqual(['P4'])
  expect([used.length, taken.length, fees.length]).toEqual([2, 1, 3])
  expect([store.meta().version, store.dirty(), store.isEmpty()]).toEqual([3, false, false])
  store.load({ ...read('done'), header: { ...read('done').header, version: 4 } }, true)
  expect([used.length, taken.length, fees.length]).toEqual([1, 0, 2])
})

test('a change of any section is unsaved work; a line that stays blank is none', () => {
  for (const name of ['used', 'taken', 'fees'] as const) {
    const open = opened()
    let changes = 0
    open.store.onChange(() => (changes += 1))
    open[name].insert(0, [{}])
    expect([name, open.store.dirty(), changes]).toEqual([name, false, 0])
    if (name === 'fees') open.fees.append([{ name: '拖车费' }])
    else open[name].append([{ partId: 1 }])
    expect([name, open.store.dirty(), changes]).toEqual([name, true, 1])
    const { revision } = open.store.payload()
    open.store.saved({ id: 5, billNo: 'YD1', version: 1, state: 'draft', can: [] }, revision)
    expect(open.store.dirty()).toBe(false)
  }
  const { store, used } = opened()
  store.quietly(() => used.append([{ partId: 1 }]))
  expect(store.dirty()).toBe(false)
})

test('a save sends the contract’s fields of every section under its name', () => {
  const { header, sections, keys } = filled().store.payload()
  expect(header).not.toHaveProperty('warehouseId')
  expect(sections).toEqual({
    used: [
      { partId: 1, qty: '2', remark: '' },
      { partId: 2, qty: '1', remark: '' },
    ],
    taken: [{ partId: 3, qty: '1', remark: '' }],
    fees: [{ name: '拖车费', amount: '80' }],
  })
  expect(Object.fromEntries(Object.entries(keys).map(([name, sent]) => [name, sent.length]))).toEqual({
    used: 2,
    taken: 1,
    fees: 1,
  })
})

test('a fault names section and line; only a section that is needed may not be empty', () => {
  const { store, used, taken, fees } = filled()
  taken.append([{ partId: 4, qty: '00123' }])
  fees.append([{ amount: '12' }])
  expect(store.check()).toEqual([
    { path: 'taken.1.qty', message: '旧件第2行 数量：“00123”以0开头，不是数字' },
    { path: 'fees.1.name', message: '费用第2行 请填写费用名称' },
  ])
  used.replaceAll([])
  taken.replaceAll([])
  fees.replaceAll([])
  expect(store.check()).toEqual([{ path: 'used', message: '请至少录入一行用料' }])
})

test('what the server refuses stands at the sent line of its section, even when lines have moved since', () => {
  const { store, used, taken, fees } = filled()
  const { keys } = store.payload()
  taken.insert(0, [{ partId: 8, qty: '1' }])
  const rest = store.showErrors(
    [
      { path: 'body.taken.0.qty', message: '旧件多于换下的数量' },
      { path: 'fees.0.amount', message: '费用超过报价' },
      { path: 'header.partnerId', message: '客户已停用' },
      { path: 'others.0.qty', message: '其他' },
    ],
    keys,
  )
  expect(taken.errorsOf(keys['taken']?.[0] ?? 0)).toEqual({ qty: '旧件多于换下的数量' })
  expect(fees.errorsOf(keys['fees']?.[0] ?? 0)).toEqual({ amount: '费用超过报价' })
  expect(used.firstError()).toBeUndefined()
  expect(store.errors()).toEqual({ partnerId: '客户已停用' })
  expect(rest).toEqual(['其他'])
  expect(store.firstError()).toMatchObject({ section: 'taken', key: keys['taken']?.[0], field: 'qty' })
  store.saved({ id: 5, billNo: 'YD1', version: 1, state: 'draft', can: [] }, 0)
  expect(store.firstError()).toBeUndefined()
})

test('kept work brings every section back over what the server has', () => {
  const kept: Draft = { ...structuredClone(filled().store.draft()), version: 3 }
  const { store, used, taken, fees } = opened()
  store.load(read(), true)
  store.restore(kept)
  expect(used.filled().map((line) => line.partId)).toEqual([1, 2])
  expect(taken.filled().map((line) => line.partId)).toEqual([3])
  expect(fees.filled().map(({ name, amount: sum }) => [name, sum])).toEqual([['拖车费', '80']])
  expect([store.header()['partnerId'], store.meta().version, store.dirty()]).toEqual([7, 3, true])
  // Work of a version of the program that had another section.
  store.restore({ ...kept, sections: { used: kept.sections['used'] ?? [], others: [{ partId: 9 }] } })
  expect([used.filled().length, taken.filled().length, fees.filled().length]).toEqual([2, 0, 0])
})

test('a copy has the header, and lines of its own', () => {
  const { store } = opened()
  store.copyOf(read())
  expect([store.header()['partnerId'], store.meta().id, store.isEmpty(), store.dirty()]).toEqual([
    9,
    undefined,
    true,
    true,
  ])
})

test('work that was kept before sections had names is understood', () => {
  const stamps = { version: 2, keptAt: '2026-11-22T08:00:00.000Z' }
  const lines = [{ partId: 1, qty: '2' }]
  expect(draftOf({ ...stamps, header: { remark: '急' }, lines })).toEqual({
    ...stamps,
    header: { remark: '急' },
    sections: { lines },
  })
  const tenders = [{ storeAccountId: 1, amount: '100', fee: '', tradeNo: '' }]
  const settlements = [[31, { amount: '60', discount: '' }]]
  expect(draftOf({ ...stamps, header: { partnerId: 7, settlements }, lines: tenders })).toEqual({
    ...stamps,
    header: { partnerId: 7 },
    sections: { tenders, items: [{ openItemId: 31, amount: '60', discount: '' }] },
  })
})
