import type { OpenItemRow } from '@chepu/contract/finance/lookups'
import { collection } from '@chepu/contract/finance/collection'
import { expect, test } from 'vitest'
import { SlipStore, type Wanted } from './slip-store'

const open = (id: number, balance: string, more: Partial<OpenItemRow> = {}): OpenItemRow => ({
  id,
  side: 'AR',
  partnerId: 7,
  partnerName: '恒达汽修',
  sourceKind: 'sales_delivery',
  sourceId: id * 10,
  billNo: `CK${id}`,
  bizDate: '2026-11-01',
  dueOn: '2026-11-30',
  overdueDays: 0,
  original: balance,
  balance,
  payerType: null,
  remark: '',
  ...more,
})
const begun = (wanted?: Wanted) => {
  const slip = new SlipStore(collection, { partnerId: 7 }, wanted)
  slip.editor.reset({})
  return slip
}
const settled = (slip: SlipStore) => [...slip.chosen()].map(([id, { amount, discount }]) => [id, amount, discount])
/** What the server answers for a saved collection that settles one item. */
const read = (state = 'draft', more: object = {}) => ({
  header: { id: 5, billNo: 'SK1', version: 2, state, isRed: false, partnerId: 7, purpose: 'trade', ...more },
  can: [],
  tenders: [{ id: 1, lineNo: 1, storeAccountId: 3, accountName: '现金', amount: '60.00', fee: '0.00', tradeNo: '' }],
  items: [{ ...open(31, '100.00'), id: 2, lineNo: 1, openItemId: 31, amount: '60.00', discount: '0.00' }],
})

test('a way of paying that says nothing is not sent, and one always waits at the end', () => {
  const slip = begun()
  expect([slip.tenders.length, slip.editor.payload().sections['tenders']]).toEqual([1, []])
  slip.tenders.update(slip.tenders.keyAt(0) ?? 0, { amount: '100', storeAccountId: 3 })
  expect(slip.tenders.length).toBe(2)
  expect(slip.tenders.awaitsCodeAt(1)).toBe(false)
  expect(slip.editor.payload().sections['tenders']).toEqual([
    { storeAccountId: 3, amount: '100', fee: '0', tradeNo: '' },
  ])
  expect(slip.editor.dirty()).toBe(true)
})

test('a figure that is none is told and not sent as nothing', () => {
  const slip = begun()
  slip.tenders.append([{ storeAccountId: 3, amount: '12abc' }])
  expect(slip.editor.check()).toEqual([
    { path: 'tenders.0.amount', message: '收付方式第1行 金额：“12abc”带有“abc”，请只填数字' },
  ])
  expect(slip.figures().total).toBe('0.00')
})

test('what a link asks for is settled in full once, and paid', () => {
  const slip = begun({ itemIds: [], sourceKind: 'sales_delivery', sourceIds: [310] })
  slip.setPreset(3)
  slip.offer([open(31, '100.00'), open(32, '50.00')])
  expect(settled(slip)).toEqual([[31, '100.00', '']])
  expect(slip.tenders.filled().map(({ amount, storeAccountId }) => [amount, storeAccountId])).toEqual([['100.00', 3]])
  slip.choose(31, undefined)
  slip.offer([open(31, '100.00')])
  expect(settled(slip)).toEqual([])
})

test('what a bank says of money is the first way of paying, once, and gives way to what was typed', () => {
  const tender = { storeAccountId: 4, amount: '88.00', tradeNo: 'T1' }
  const slip = new SlipStore(collection, { partnerId: 7 }, undefined, tender)
  slip.editor.reset({})
  slip.setPreset(3)
  expect(slip.tenders.filled()).toMatchObject([tender])
  slip.tenders.update(slip.tenders.keyAt(0) ?? 0, { amount: '' })
  slip.setPreset(3)
  expect(slip.paid()).toBe('0.00')
  const typed = new SlipStore(collection, { partnerId: 7 }, undefined, tender)
  typed.editor.reset({})
  typed.tenders.update(typed.tenders.keyAt(0) ?? 0, { amount: '5' })
  typed.setPreset(3)
  expect(typed.tenders.filled()).toMatchObject([{ amount: '5', storeAccountId: 3 }])
})

test('an amount that was typed before a link was answered stays, in whichever line it stands', () => {
  for (const line of [0, 1]) {
    const slip = begun({ itemIds: [31], sourceKind: undefined, sourceIds: [] })
    if (line === 1) slip.tenders.append([{ tradeNo: '4200' }])
    slip.tenders.update(slip.tenders.keyAt(line) ?? 0, { amount: '50', storeAccountId: 3 })
    slip.offer([open(31, '120.00')])
    expect(settled(slip)).toEqual([[31, '120.00', '']])
    expect(slip.paid()).toBe('50.00')
    slip.payWhatIsSettled()
    expect(slip.tenders.lineAt(0)?.amount).toBe('120.00')
  }
})

test('an account or a number that was chosen before a link was answered is paid through', () => {
  const slip = begun({ itemIds: [31], sourceKind: undefined, sourceIds: [] })
  slip.setPreset(3)
  slip.tenders.update(slip.tenders.keyAt(0) ?? 0, { storeAccountId: 4, tradeNo: '4200' })
  slip.offer([open(31, '120.00')])
  expect(slip.tenders.filled()).toMatchObject([{ storeAccountId: 4, tradeNo: '4200', amount: '120.00' }])
})

test('money goes to the oldest items; discounts stay, and the sums follow', () => {
  const slip = begun()
  slip.offer([open(31, '100.00'), open(32, '50.00')])
  slip.choose(31, { amount: '', discount: '10' })
  slip.tenders.append([{ storeAccountId: 3, amount: '120' }])
  slip.settleAutomatically()
  expect(settled(slip)).toEqual([
    [31, '90.00', '10'],
    [32, '30.00', ''],
  ])
  expect(slip.figures()).toMatchObject({ total: '120.00', writtenOff: '120.00', discount: '10.00', advance: '0.00' })
  expect(slip.sumWhere((id) => id === 32)).toBe('30.00')
})

test('another partner or purpose settles nothing yet; refunds offer returned goods alone', () => {
  const slip = begun()
  slip.offer([open(31, '100.00'), open(33, '-20.00')])
  slip.choose(31, { amount: '100.00', discount: '' })
  slip.editor.setHeader({ purpose: 'refund' })
  expect([settled(slip), slip.rows().map(({ id }) => id)]).toEqual([[], [33]])
  slip.choose(33, { amount: '-20.00', discount: '' })
  slip.editor.setHeader({ partnerId: 8 })
  expect([settled(slip), slip.rows()]).toEqual([[], []])
})

test('a saved document shows its items even when they are settled by others meanwhile', () => {
  const slip = begun()
  slip.editor.load(read(), true)
  expect([settled(slip), slip.editor.dirty()]).toEqual([[[31, '60.00', '0.00']], false])
  expect(slip.rows()).toMatchObject([{ id: 31, billNo: 'CK31', isGone: false }])
  slip.offer([open(32, '50.00')])
  expect(slip.rows()).toMatchObject([{ id: 31, isGone: true }, { id: 32 }])
  slip.editor.load(read('done', { version: 3 }), true)
  expect([slip.rows().length, slip.tenders.length]).toEqual([1, 1])
})

test('kept work brings ways of paying and what they settle back, that of earlier versions of the program too', () => {
  const slip = begun()
  slip.offer([open(31, '100.00')])
  slip.choose(31, { amount: '60', discount: '5' })
  slip.tenders.append([{ storeAccountId: 3, amount: '60' }])
  const restored = begun()
  restored.editor.restore(structuredClone(slip.editor.draft()))
  expect(settled(restored)).toEqual([[31, '60', '5']])
  expect(restored.editor.payload().sections).toEqual(slip.editor.payload().sections)
})

test('a refused item is marked where it is settled', () => {
  const slip = begun()
  slip.offer([open(31, '100.00')])
  slip.choose(31, { amount: '120', discount: '' })
  const { keys } = slip.editor.payload()
  const fault = { path: 'items.0.amount', message: '第1行 单据 CK31 未结金额 100.00，本次核销 120.00' }
  expect(slip.editor.showErrors([fault], keys)).toEqual([])
  const line = slip.chosen().get(31)
  expect(slip.items.errorsOf(line?.key ?? 0)).toEqual({ amount: fault.message })
  slip.choose(31, { amount: '100', discount: '' })
  expect(slip.items.errorsOf(line?.key ?? 0)).toEqual({})
})
