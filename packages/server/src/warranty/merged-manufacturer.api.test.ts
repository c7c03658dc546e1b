// A manufacturer who is merged into another after his bills were settled: what comes back of them goes on under the one that stays.
import { collection } from '@chepu/contract/finance/collection'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { claimConfirmation, openVerdicts } from '@chepu/contract/warranty/claim-confirmation'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { oldPartReturn } from '@chepu/contract/warranty/old-part-return'
import { oldParts } from '@chepu/contract/warranty/old-part'
import { settlementCandidates, warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, post, save, trySave, undo } from '../../test/desk'
import { newPartner, today } from '../../test/finance'
import { openClaims } from '../../test/settled-claims'
import { settledBooks } from '../../test/settled-books'
import type { Client } from '../../test/shop'
import { warrantyOf } from '../../test/warranty'

const { routes } = warrantySettlement
let station: Awaited<ReturnType<typeof openClaims>>
let owner: Client
beforeAll(async () => {
  station = await openClaims()
  owner = station.owner
})
afterAll(() => station.shop.close())

it('is settled, and gets his old parts, as whoever he was merged into', async () => {
  const { shop, makerId } = station
  const heirId = await newPartner(shop, '接手厂家', 4)
  const books = settledBooks(shop, warrantySettlement.kind)
  const bill = await station.withOldPart('200')
  const bodyOf = (partnerId: number) => ({ header: { bizDate: today, partnerId }, bills: [{ billId: bill.id }] })
  const passed = { input: { oldPartsReason: '厂家免返' } }
  const settled = await act(owner, routes, await save(owner, routes, bodyOf(makerId) as never), 'approve', passed)
  const firstly = await station.collect(settled.id, '80')
  const merge = () => owner.ask(partnerRoutes.merge, { params: { id: heirId }, body: { sourceId: makerId } as never })
  const { header } = await owner.call(routes.read, { params: { id: settled.id } })
  const refused = `“${header.partnerName}”有未完成的单据 ${settled.billNo}，请先处理这些单据`
  expect(await merge()).toMatchObject({ status: 400, msg: refused })
  const paid = await station.collect(settled.id, '120')
  expect(await merge()).toMatchObject({ status: 200 })

  // The money comes back: the settlement is undone and void, and the bill waits for another one.
  for (const slip of [paid, firstly]) await act(owner, collection.routes, slip, 'reverse')
  await act(owner, routes, await undo(owner, routes, settled), 'void')
  const offered = async (partnerId: number) =>
    (await owner.call(settlementCandidates, { query: { partnerId } })).rows.map(({ billId }) => billId)
  expect([await offered(makerId), await offered(heirId)]).toEqual([[], [bill.id]])
  const anew = await act(owner, routes, await save(owner, routes, bodyOf(heirId) as never), 'approve', passed)
  expect(await books.itemsOf(anew.id)).toEqual(['接手厂家 AR warranty 200.00 200.00'])
  expect(await books.balances([makerId, heirId])).toEqual(['接手厂家 AR 200.00'])

  const { rows } = await owner.call(oldParts.list, { query: { manufacturerId: heirId } as never })
  expect(rows).toMatchObject([{ billId: bill.id, manufacturerId: heirId, manufacturerName: '接手厂家' }])
  const parcel = await save(owner, oldPartReturn.routes, {
    header: { bizDate: today, partnerId: heirId, carrierId: shop.carrierId, waybillNo: 'SF1' },
    tags: [{ oldPartId: rows[0]?.id as number }],
  } as never)
  expect((await act(owner, oldPartReturn.routes, parcel, 'pack')).state).toBe('packed')
})

it('is answered as whoever he was merged into once his word is taken back', async () => {
  const { shop, claims } = station
  const other = await newPartner(shop, '三号厂家', 4)
  const heirId = await newPartner(shop, '接手三号', 4)
  const draft = await save(owner, warrantyBill.routes, {
    header: {
      bizDate: today,
      partnerId: station.workshop.partnerId,
      manufacturerId: other,
      ...(await warrantyOf(shop)).completePart,
      faultCodeId: null,
    },
    materials: [{ partId: shop.parts.pad, qty: '1', price: '200' }],
  } as never)
  const bill = await act(owner, warrantyBill.routes, await act(owner, warrantyBill.routes, draft, 'submit'), 'approve')
  const bills = [{ billId: bill.id }]
  const claim = await act(
    owner,
    warrantyClaim.routes,
    await save(owner, warrantyClaim.routes, { header: { bizDate: today, partnerId: other }, bills } as never),
    'send',
  )
  const bodyOf = async (partnerId: number, amount: string) => {
    const lines = await claims.open(claim.id)
    const verdicts = lines.map(({ billLineId }) => ({
      billLineId,
      confirmedAmount: amount,
      reason: '按厂家价',
      rest: 'shop',
    }))
    return { header: { bizDate: today, partnerId, claimId: claim.id }, verdicts } as never
  }
  const answers = claimConfirmation.routes
  const first = await act(owner, answers, await save(owner, answers, await bodyOf(other, '200')), 'confirm')
  const settledBody = (partnerId: number) => ({ header: { bizDate: today, partnerId }, bills }) as never
  const settled = await act(owner, routes, await save(owner, routes, settledBody(other)), 'approve')
  const item = async () =>
    (
      await shop.sql<{ id: number }>(
        `select id from open_item where group_id = $1 and source_kind = 'warranty_settlement' and source_id = $2 and original <> 0`,
        settled.id,
      )
    )[0]?.id as number
  const paid = await post(owner, collection.routes, {
    header: { bizDate: today, partnerId: other },
    items: [{ openItemId: await item(), amount: '200' }],
    tenders: [station.desk.cash('200')],
  } as never)
  await owner.call(partnerRoutes.merge, { params: { id: heirId }, body: { sourceId: other } as never })

  await act(owner, collection.routes, paid, 'reverse')
  await act(owner, routes, await undo(owner, routes, settled), 'void')
  await act(owner, answers, await act(owner, answers, first, 'undo'), 'void')
  const open = await owner.call(openVerdicts, { params: { id: claim.id } })
  expect([open.manufacturerId, open.manufacturerName]).toEqual([heirId, '接手三号'])
  const strange = await trySave(owner, answers, await bodyOf(await newPartner(shop, '四号厂家', 4), '150'))
  expect(strange.errors?.map(({ message }) => message)).toEqual(['厂家与索赔单不一致'])
  await act(owner, answers, await save(owner, answers, await bodyOf(heirId, '150')), 'confirm')
  const anew = await act(owner, routes, await save(owner, routes, settledBody(heirId)), 'approve')
  const books = settledBooks(shop, warrantySettlement.kind)
  expect(await books.itemsOf(anew.id)).toEqual(['接手三号 AR warranty 150.00 150.00'])
  expect(await books.balances([other, heirId])).toEqual(['接手三号 AR 150.00'])
})
