// What a member card pays is taxed when it pays, and invoiced when it was paid into the card.
import { draftIssued, pendingIssued } from '@chepu/contract/finance/invoice-pending'
import { invoiceIssued } from '@chepu/contract/finance/invoice'
import { taxEntries } from '@chepu/contract/finance/tax-register'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCard } from '../../../test/spent-cards'
import { maintenanceItem, settlingAt, stockParts } from '../../../test/settling'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { type Workshop, workshopOf } from '../../../test/workshop'

let shop: Shop
let owner: Client
let workshop: Workshop
let desk: ReturnType<typeof settlingAt>
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  await stockParts(shop, owner)
  desk = settlingAt(shop, owner, workshop)
})
afterAll(() => shop.close())

const waiting = async (sourceId: number) =>
  (await owner.call(pendingIssued.list, { query: { page: 1, rows: 50, sourceKind: 'repair_settlement', sourceId } }))
    .rows
const salesOf = async (billNo: string) =>
  (await owner.call(taxEntries.list, { query: { page: 1, rows: 50, figure: 'uninvoiced' } })).rows
    .filter((row) => row.billNo === billNo)
    .map(({ taxed }) => taxed)
    .toSorted()

it('leaves out of what waits for an invoice what paid and granted money of a card have paid', async () => {
  const { partnerId } = workshop
  const card = await openCard(shop, owner, { partnerId, principal: '300', gift: '100' })
  const draft = await desk.drafted(await desk.finished(desk.plainBody('1000')))
  const settled = await desk.settle(draft, {
    cards: [{ cardId: card.id, amount: '400' }],
    tenders: [desk.cash('600')],
  })
  const [bill] = await waiting(settled.id)
  expect(bill).toMatchObject({ taxed: '1000.00', byCard: '400.00', invoiced: '0.00', rest: '600.00' })
  // The sale is 1 000.00 less the 100.00 that were granted.
  expect(await salesOf(settled.billNo)).toEqual(['900.00'])
  const { sourceKind, sourceId, openItemId } = bill as NonNullable<typeof bill>
  const named = { sourceKind, sourceId, openItemId }
  const more = await owner.ask(draftIssued, { body: { bills: [{ ...named, amount: '600.01' }], sheetKind: 'receipt' } })
  expect(more.errors?.[0]?.message).toContain('可关联 600.00，本次 600.01')
  const { drafts } = await owner.call(draftIssued, { body: { bills: [named], sheetKind: 'receipt' } })
  expect(drafts).toMatchObject([{ taxed: '600.00' }])
  expect(await waiting(settled.id)).toEqual([])
  const view = await owner.call(invoiceIssued.routes.read, { params: { id: drafts[0]?.id as number } })
  expect(view.links).toMatchObject([{ amount: '600.00', taxed: '1000.00', rest: '0.00' }])
})

it('taxes what a package is used for at what the use is worth, and what a customer bears of an insured repair by its lines', async () => {
  const { partnerId, insurerId } = workshop
  const serviceItemId = await maintenanceItem(shop, workshop)
  const bought = { serviceItemId, times: '2', price: '80', total: '160' }
  const card = await openCard(shop, owner, { partnerId, bought })
  const done = await desk.covered(serviceItemId, '200')
  const lineId = await desk.serviceLine(done.id, serviceItemId)
  const packageUses = [{ lineId: lineId as never, cardItemId: card.itemId, times: '1' }]
  const settled = await desk.settle(await desk.drafted(done, { packageUses }), { tenders: [desk.cash('200')] })
  expect(await salesOf(settled.billNo)).toEqual(['200.00', '80.00'])
  expect(await waiting(settled.id)).toMatchObject([{ rest: '200.00' }])

  const body = desk.workedBody()
  const insured = await desk.finished({ ...body, labour: [body.labour?.[2]], materials: [] } as typeof body)
  const insurers = [{ partnerId: insurerId, deductible: '200', salvage: '100' }]
  const shared = await desk.settle(await desk.drafted(insured, { insurers }), { tenders: [desk.cash('200')] })
  // 600.00 less what is salvaged; 200.00 of it are the customer's.
  expect(await salesOf(shared.billNo)).toEqual(['200.00', '300.00'])
  const bills = (await waiting(shared.id)).filter(({ payerType }) => payerType === 'customer')
  const { drafts } = await owner.call(draftIssued, {
    body: {
      bills: bills.map((each) => ({
        sourceKind: each.sourceKind,
        sourceId: each.sourceId,
        openItemId: each.openItemId,
      })),
      sheetKind: 'receipt',
    },
  })
  const { lines } = await owner.call(invoiceIssued.routes.read, { params: { id: drafts[0]?.id as number } })
  expect(lines).toMatchObject([{ name: '钣金', qty: null, taxed: '200.00' }])
})
