// A manufacturer who is merged into another after his bills were settled: what comes back of them goes on under the one that stays.
import { collection } from '@chepu/contract/finance/collection'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { oldPartReturn } from '@chepu/contract/warranty/old-part-return'
import { oldParts } from '@chepu/contract/warranty/old-part'
import { settlementCandidates, warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, save, undo } from '../../test/desk'
import { newPartner, today } from '../../test/finance'
import { openClaims } from '../../test/settled-claims'
import { settledBooks } from '../../test/settled-books'
import type { Client } from '../../test/shop'

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
  const paid = await station.collect(settled.id, '200')
  await owner.call(partnerRoutes.merge, { params: { id: heirId }, body: { sourceId: makerId } as never })

  // The money comes back: the settlement is undone and void, and the bill waits for another one.
  await act(owner, collection.routes, paid, 'reverse')
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
