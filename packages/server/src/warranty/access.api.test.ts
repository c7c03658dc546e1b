// What who claims of manufacturers may not do: pay more than was claimed without the right, set prices that he does not see, name what is another organisation's or group's.
import { button } from '@chepu/contract/access/catalogue'
import { claimSheet, saveLayout } from '@chepu/contract/warranty/claim-layout'
import { claimConfirmation, openVerdicts } from '@chepu/contract/warranty/claim-confirmation'
import {
  oldParts,
  placeOldParts,
  readOldPart,
  saveOldPart,
  scrapOldParts,
  tagOldParts,
} from '@chepu/contract/warranty/old-part'
import { oldPartReturn } from '@chepu/contract/warranty/old-part-return'
import { makeBill, warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { claimOldParts, warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { settlementCandidates, warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createGroup } from '../access/provision'
import { claimingAt } from '../../test/claims'
import { act, save, tryAct, trySave } from '../../test/desk'
import { today } from '../../test/finance'
import { openBranch, withdraw, type Worker, worker } from '../../test/people'
import { openClaims } from '../../test/settled-claims'
import type { Client, Shop } from '../../test/shop'
import { readRows } from '../kernel/spreadsheet/read'
import { signIn, stockShop } from '../../test/stage'
import { warrantyOf } from '../../test/warranty'

let station: Awaited<ReturnType<typeof openClaims>>
let shop: Shop
let owner: Client
let limited: Worker
beforeAll(async () => {
  station = await openClaims()
  ;({ shop, owner } = station)
  limited = await worker(shop, 'owner')
})
afterAll(() => shop.close())

const bill = () => station.claims.bill(['600', '400', '120'], shop.parts.pad)
const readBill = (client: Client, id: number) => client.call(warrantyBill.routes.read, { params: { id } })

it('nobody agrees to more than was claimed without the right for it, be it entered by somebody who has it', async () => {
  const { id } = await bill()
  const claim = await station.claims.sent([id])
  const body = await station.claims.answerBody(claim.id, [{ amount: '660', reason: '厂家补差' }])
  await withdraw(shop, limited, { buttons: [button('claim_confirm', 'over')] })
  const words = /^三包单 SB\S+ 第1行 确认金额超过申报的 600.00，您没有「超额确认」的权限$/
  expect((await trySave(limited.client, claimConfirmation.routes, body)).msg).toMatch(words)
  const saved = await save(owner, claimConfirmation.routes, body)
  expect((await tryAct(limited.client, claimConfirmation.routes, saved, 'confirm')).msg).toMatch(words)
  expect((await readBill(owner, id)).header.state).toBe('claimed')
  await act(owner, claimConfirmation.routes, saved, 'confirm')
  expect((await readBill(owner, id)).header.confirmedAmount).toBe('1180.00')
})

it('who does not see prices leaves those of a bill as they are, and neither answers nor settles', async () => {
  await withdraw(shop, limited, { fields: ['doc_price'] })
  const { client } = limited
  const draft = await save(owner, warrantyBill.routes, {
    header: {
      bizDate: today,
      partnerId: station.workshop.partnerId,
      manufacturerId: station.makerId,
      complaint: '异响',
      handling: 'repair',
      repairedOn: today,
      boughtOn: today,
    },
    labour: [{ name: '检测', pricingMode: 'fixed', price: '300' }],
  } as never)
  const seen = await readBill(client, draft.id)
  expect(JSON.stringify(seen)).not.toMatch(/300/)
  const changed = await save(client, warrantyBill.routes, {
    id: draft.id,
    version: draft.version,
    header: { ...seen.header, remark: '改过' },
    labour: [
      { id: seen.labour[0]?.id, name: '检测', pricingMode: 'fixed', price: '1' },
      { name: '加项', pricingMode: 'fixed', price: '999' },
    ],
  } as never)
  const { header, labour } = await readBill(owner, draft.id)
  expect([header.totalAmount, labour.map(({ price }) => price)]).toEqual(['300.00', ['300.0000', null]])
  expect((await tryAct(owner, warrantyBill.routes, changed, 'approve')).errors).toEqual([
    { path: 'labour.1.price', message: '工时第2行 请填写单价' },
  ])

  const one = await bill()
  const claim = await save(client, warrantyClaim.routes, station.claims.claimBody([one.id]))
  expect(JSON.stringify(await client.call(warrantyClaim.routes.read, { params: { id: claim.id } }))).not.toMatch(/1120/)
  const sheet = await fetch(`${client.origin}/api-main${claimSheet.path.replace(':id', `${claim.id}`)}`, {
    headers: { token: client.token },
  })
  const { rows } = await readRows(new Uint8Array(await sheet.arrayBuffer()))
  expect(rows.length).toBe(4)
  expect(JSON.stringify(rows)).not.toMatch(/"(600|400|120|1120)"/)
  await act(client, warrantyClaim.routes, claim, 'send')
  expect((await owner.call(warrantyClaim.routes.read, { params: { id: claim.id } })).header.claimedAmount).toBe(
    '1120.00',
  )
  const body = await station.claims.answerBody(claim.id)
  expect(await trySave(client, claimConfirmation.routes, body)).toMatchObject({
    status: 403,
    msg: '您没有查看单据金额的权限，不能录入厂家确认',
  })
  await act(owner, claimConfirmation.routes, await save(owner, claimConfirmation.routes, body), 'confirm')
  const settling = { header: { bizDate: today, partnerId: station.makerId }, bills: [{ billId: one.id }] } as never
  expect(await trySave(client, warrantySettlement.routes, settling)).toMatchObject({
    status: 403,
    msg: '您看不到单据价格，不能做三包结算',
  })
})

/** A bill somewhere else with a tag, its claim and its answer, and who did it. */
async function elsewhere(client: Client, place: Parameters<typeof warrantyOf>[0], customerId: number) {
  const desk = claimingAt(client, await warrantyOf(place), customerId)
  const parts = Object.values(place.parts)
  const draft = await save(client, warrantyBill.routes, {
    header: { bizDate: today, partnerId: customerId, ...(await returned(place)) },
    materials: [{ partId: parts[0] as number, qty: '1', price: '88', returnsOldPart: true }],
  } as never)
  const approved = await act(
    client,
    warrantyBill.routes,
    await act(client, warrantyBill.routes, draft, 'submit'),
    'approve',
  )
  const claim = await desk.sent([approved.id])
  const [line] = await desk.open(claim.id)
  const [part] = (await client.call(oldParts.list, { query: { billId: approved.id } as never })).rows
  return {
    billId: approved.id,
    claimId: claim.id,
    billLineId: line?.billLineId as number,
    part: part as NonNullable<typeof part>,
  }
}
async function returned(place: Parameters<typeof warrantyOf>[0]) {
  const { makerId: manufacturerId, completePart } = await warrantyOf(place)
  return { manufacturerId, ...completePart }
}

async function otherPlaces() {
  const { orgId, warehouseId } = await openBranch(shop)
  const neighbour = await elsewhere(await shop.signIn('owner', orgId), shop, shop.customerId)
  const groupId = await createGroup(shop.db, '另一集团')
  const stocked = await shop.db.tenant(groupId, (tx) => stockShop(tx, {}))
  const stranger = await signIn({ ...shop, groupId }, stocked.orgId, 'owner')
  const place = { ...stocked, db: shop.db, groupId }
  const theirs = await elsewhere(stranger, place, stocked.customerId)
  const { makerId } = await warrantyOf(place)
  return {
    makerId,
    neighbour: { ...neighbour, warehouseId },
    theirs: { ...theirs, warehouseId: stocked.warehouseId },
  }
}

it('nothing of another organisation, or of another group, is named', async () => {
  const { makerId } = station
  const { neighbour, theirs, makerId: theirMakerId } = await otherPlaces()
  const told = async (asked: Promise<{ status: number; msg: string }>) => {
    const { status, msg } = await asked
    expect(status, msg).toBeOneOf([400, 404])
    return msg
  }
  const header = { bizDate: today, partnerId: makerId }
  const claim = await station.claims.sent([(await bill()).id])
  const answered = await station.free('90')
  for (const other of [neighbour, theirs]) {
    const { part } = other
    const bills = [{ billId: other.billId }]
    const verdict = { billLineId: other.billLineId, confirmedAmount: '88' }
    const saves = {
      claim: trySave(owner, warrantyClaim.routes, { header, bills }),
      ofClaim: trySave(owner, claimConfirmation.routes, {
        header: { ...header, claimId: other.claimId },
        verdicts: [verdict],
      }),
      verdict: trySave(owner, claimConfirmation.routes, {
        header: { ...header, claimId: claim.id },
        verdicts: [verdict],
      }),
      parcel: trySave(owner, oldPartReturn.routes, { header, tags: [{ oldPartId: part.id }] } as never),
      settlement: trySave(owner, warrantySettlement.routes, { header, bills } as never),
    }
    expect([await told(saves.claim), await told(saves.ofClaim), await told(saves.verdict)]).toEqual([
      '第1行 三包单不存在',
      '索赔单不存在或无权查看',
      '第1行 明细不在该索赔单中',
    ])
    expect([await told(saves.parcel), await told(saves.settlement)]).toEqual([
      '第1件旧件不存在或无权查看',
      '第1行 三包单不存在',
    ])
    const deductions = [{ deduction: 'sampling', billId: other.billId, amount: '1', reason: '抽检' }]
    const settling = { header, bills: [{ billId: answered.id }], deductions } as never
    expect(await told(trySave(owner, warrantySettlement.routes, settling))).toBe('扣款第1行 三包单不在本结算单中')
    const ids = [part.id]
    const asked = [
      owner.ask(openVerdicts, { params: { id: other.claimId } }),
      owner.ask(claimOldParts, { params: { id: other.claimId } }),
      owner.ask(claimSheet, { params: { id: other.claimId } } as never),
      owner.ask(tagOldParts, { body: { ids } }),
      owner.ask(scrapOldParts, { body: { ids, reason: '报废' } }),
      owner.ask(placeOldParts, { body: { ids, warehouseId: shop.warehouseId, locationId: null } } as never),
    ]
    for (const each of asked) await told(each)
    // Bills are numbered in each group by itself: its own may have the same tag.
    const read = await owner.ask(readOldPart, { query: { tagNo: part.tagNo } } as never)
    if (read.status === 200) expect(read.data.row.id).not.toBe(part.id)
    const [own] = (await owner.call(oldParts.list, { query: { billId: answered.id } as never })).rows
    const { id, version } = own as NonNullable<typeof own>
    const place = { warehouseId: other.warehouseId, locationId: null }
    expect(await told(owner.ask(placeOldParts, { body: { ids: [id], ...place } } as never))).toBe('仓库不存在或已停用')
    const typed = { version, serialNo: '', remark: '', ...place }
    expect(await told(owner.ask(saveOldPart, { params: { id }, body: typed } as never))).toBe('仓库不存在或已停用')
  }
  expect((await owner.call(settlementCandidates, { query: { partnerId: theirMakerId } })).rows).toEqual([])
})

it('masters of another group are none', async () => {
  const groupId = await createGroup(shop.db, '第三集团')
  const stocked = await shop.db.tenant(groupId, (tx) => stockShop(tx, {}))
  const { makerId, faultCodeId } = await warrantyOf({ ...stocked, db: shop.db, groupId })
  const [causePartId] = Object.values(stocked.parts)
  const told = async (more: object) => {
    const header = { bizDate: today, partnerId: station.workshop.partnerId, manufacturerId: station.makerId, ...more }
    return (await trySave(owner, warrantyBill.routes, { header } as never)).msg
  }
  expect(await told({ manufacturerId: makerId })).toBe('责任厂家不存在、已停用或不是厂家')
  expect(await told({ faultCodeId })).toBe('故障代码不存在、已停用或不是该厂家的')
  expect(await told({ causePartId })).toBe('主因件不存在')
  expect(await told({ partnerId: stocked.customerId })).toMatch(/客户/)
  const own = await bill()
  const ofClaim = { header: { bizDate: today, partnerId: makerId }, bills: [{ billId: own.id }] }
  for (const routes of [warrantyClaim.routes, warrantySettlement.routes])
    expect((await trySave(owner, routes as typeof warrantyClaim.routes, ofClaim)).msg).toBe('厂家不存在或已停用')
  const columns = [{ heading: '单号', field: 'billNo' as const }]
  const layout = {
    manufacturerId: makerId,
    version: 0,
    name: '格式',
    sheetName: '索赔',
    rowsOf: 'bill' as const,
    columns,
  }
  expect((await owner.ask(saveLayout, { body: layout })).msg).toBe('厂家不存在')
  const body = { settlementId: 999_999_999, manufacturerId: makerId }
  expect((await owner.ask(makeBill, { body })).msg).toBe('结算单不存在')
})
