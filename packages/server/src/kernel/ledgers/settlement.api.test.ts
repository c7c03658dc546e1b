// One posting that bills several partners and pays who did the work, as the settlement of a repair does (business/ledgers 5.1, 5.2).
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addDays, shanghaiDay } from '../base/calendar'
import { type Ledgers, openLedgers } from '../../../test/ledgers'
import { one } from '../../../test/stage'
import { post, reverse } from '.'
import type { CommissionEntry, DocumentRef, Posting } from './types'

let books: Ledgers
let people: [number, number]
let partners: { insurer: number; maker: number }
beforeAll(async () => {
  books = await openLedgers()
  const employee = (empNo: string) =>
    books.tenant((tx) => one(tx, 'employee', { org_id: books.orgId, emp_no: empNo, name: empNo, department_id: null }))
  people = [await employee('J01'), await employee('J02')]
  const partner = (code: string, cusFlag: number) =>
    books.tenant((tx) => one(tx, 'partner', { code, name: code, kind: 'unit', cus_flag: cusFlag }))
  partners = { insurer: await partner('B01', 8), maker: await partner('C01', 4) }
})
afterAll(() => books.close())

const dueOn = addDays(shanghaiDay(), 30)
const [first, second] = [1, 2]
const lines = [first, second].map((lineId) => ({ lineId, lineNo: lineId, partCode: '', targetLineId: lineId + 10 }))

let bill: DocumentRef
beforeEach(async () => {
  bill = books.doc()
  await books.tenant((tx) => post(tx, bill, settlement()))
})

const share = (employeeId: number, part: string, amount: string): CommissionEntry => ({
  employeeId,
  role: 'technician',
  lineId: second,
  base: '144.83',
  share: part,
  rate: '0.18',
  amount,
})
/** 720.00 of the customer, 1 800.00 of the insurer, 95.00 that the manufacturer has not agreed to, 150.00 to the outsourcer. */
const settlement = (): Posting => ({
  openItems: [
    { partnerId: books.customerId, side: 'AR', tab: 'repair', amount: '720.00', dueOn, payerType: 'customer' },
    { partnerId: partners.insurer, side: 'AR', tab: 'insurance', amount: '1800.00', dueOn, payerType: 'insurance' },
    {
      partnerId: partners.maker,
      side: 'AR',
      tab: 'warranty',
      amount: '95.00',
      dueOn,
      payerType: 'warranty',
      isUnconfirmed: true,
    },
    { partnerId: books.supplierId, side: 'AP', tab: 'outsource', amount: '150.00', dueOn },
  ],
  pnl: [{ kind: 'cogs_outsource', amount: '150.00', payerType: 'insurance' }],
  commission: [share(people[0], '0.6', '15.64'), share(people[1], '0.4', '10.43')],
})

const rows = (text: string, ...values: unknown[]) =>
  books
    .tenant((tx) => tx.query<{ said: string }>({ text, values: [tx.groupId, ...(values as never[])] }))
    .then((found) => found.map(({ said }) => said))
const itemsOf = ({ id }: DocumentRef) =>
  rows(
    `select concat_ws(' ', p.code, i.side, i.payer_type, case when i.is_unconfirmed then 'unconfirmed' end, i.original, i.balance) as said
      from open_item i join partner p on p.group_id = i.group_id and p.id = i.partner_id
      where i.group_id = $1 and i.source_id = $2 order by i.id`,
    id,
  )
const paidBy = ({ id }: DocumentRef) =>
  rows(
    `select concat_ws(' ', e.emp_no, c.role, c.line_id, c.base, c.share, c.rate, c.amount) as said
      from commission_entry c join employee e on e.group_id = c.group_id and e.id = c.employee_id
      where c.group_id = $1 and c.doc_id = $2 order by c.id`,
    id,
  )
const settle = async (partnerId: number, amount: string) => {
  const [found] = await books.tenant((tx) =>
    tx.query<{ id: number }>({
      text: 'select id from open_item where group_id = $1 and source_id = $2 and partner_id = $3',
      values: [tx.groupId, bill.id, partnerId],
    }),
  )
  const writeOff = { openItemId: found?.id as number, amount, discount: '0', tender: 'money' as const }
  await books.tenant((tx) => post(tx, books.doc('trial_slip'), { writeOffs: [writeOff] }))
}

it('opens an item of each partner, as whom he owes it', async () => {
  expect(await itemsOf(bill)).toEqual([
    'K00001 AR customer 720.00 720.00',
    'B01 AR insurance 1800.00 1800.00',
    'C01 AR warranty unconfirmed 95.00 95.00',
    'G00001 AP 150.00 150.00',
  ])
})

it('takes all of them back under the same document', async () => {
  await books.tenant((tx) =>
    reverse(
      tx,
      bill,
      bill,
      lines.map((line) => ({ ...line, targetLineId: line.lineId })),
    ),
  )
  expect(await itemsOf(bill)).toEqual([
    'K00001 AR customer 0.00 0.00',
    'B01 AR insurance 0.00 0.00',
    'C01 AR warranty unconfirmed 0.00 0.00',
    'G00001 AP 0.00 0.00',
  ])
  expect(await paidBy(bill)).toEqual([
    'J01 technician 2 144.8300 0.6000 0.1800 15.64',
    'J02 technician 2 144.8300 0.4000 0.1800 10.43',
    'J01 technician 2 -144.8300 0.6000 0.1800 -15.64',
    'J02 technician 2 -144.8300 0.4000 0.1800 -10.43',
  ])
})

it('opens the opposite of each under a red document, and settles the two', async () => {
  const red = books.doc()
  await books.tenant((tx) => reverse(tx, bill, red, lines))
  expect(await itemsOf(red)).toEqual([
    'K00001 AR customer -720.00 0.00',
    'B01 AR insurance -1800.00 0.00',
    'C01 AR warranty unconfirmed -95.00 0.00',
    'G00001 AP -150.00 0.00',
  ])
  expect(await itemsOf(bill)).toEqual([
    'K00001 AR customer 720.00 0.00',
    'B01 AR insurance 1800.00 0.00',
    'C01 AR warranty unconfirmed 95.00 0.00',
    'G00001 AP 150.00 0.00',
  ])
  expect(await paidBy(red)).toEqual([
    'J01 technician 12 -144.8300 0.6000 0.1800 -15.64',
    'J02 technician 12 -144.8300 0.4000 0.1800 -10.43',
  ])
  const counters = await rows(
    `select distinct concat_ws(' ', i.partner_id = o.partner_id, i.original + o.original) as said from write_off_line w
      join open_item i on i.group_id = w.group_id and i.id = w.open_item_id
      join open_item o on o.group_id = w.group_id and o.id = w.counter_item_id
      where w.group_id = $1 and w.doc_id = $2`,
    red.id,
  )
  expect(counters).toEqual(['t 0.00'])
})

it.each(['customer', 'insurer', 'maker', 'outsourcer'] as const)(
  'is not undone once the %s has paid or is paid',
  async (who) => {
    const of = { ...partners, customer: books.customerId, outsourcer: books.supplierId }
    await settle(of[who], '50.00')
    const undoing = books.tenant((tx) => reverse(tx, bill, books.doc(), lines))
    await expect(undoing).rejects.toThrow(`单据 ${bill.billNo} 已有收付款核销`)
    expect(await paidBy(bill)).toHaveLength(2)
  },
)

it('settles no more of one partner than he owes, whatever the others do', async () => {
  await expect(settle(books.customerId, '720.01')).rejects.toThrow('超过未结金额')
  await settle(books.customerId, '720.00')
  expect((await itemsOf(bill)).slice(0, 2)).toEqual([
    'K00001 AR customer 720.00 0.00',
    'B01 AR insurance 1800.00 1800.00',
  ])
})

it('takes commission back by a later document, and gives it again when that is undone', async () => {
  const [entry] = await books.tenant((tx) =>
    tx.query<{ id: number }>({
      text: 'select min(id) as id from commission_entry where group_id = $1 and doc_id = $2',
      values: [tx.groupId, bill.id],
    }),
  )
  const refund = books.doc()
  const clawback = {
    ...share(people[0], '0.6', '-7.82'),
    lineId: null,
    base: '-72.42',
    clawbackOf: entry?.id as number,
  }
  await books.tenant((tx) => post(tx, refund, { commission: [clawback] }))
  expect(await paidBy(refund)).toEqual(['J01 technician -72.4200 0.6000 0.1800 -7.82'])
  await books.tenant((tx) => reverse(tx, refund, refund, []))
  expect(
    await rows('select sum(amount)::text as said from commission_entry where group_id = $1 and doc_id = $2', refund.id),
  ).toEqual(['0.00'])
})
