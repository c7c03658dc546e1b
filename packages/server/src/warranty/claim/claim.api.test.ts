// 索赔单 through HTTP: which bills it may name, how it is sent and taken back, and the sheet that its manufacturer gets.
import { claimSheet, readLayout, saveLayout } from '@chepu/contract/warranty/claim-layout'
import { claimConfirmation, openVerdicts } from '@chepu/contract/warranty/claim-confirmation'
import { billSlip, warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { claimCandidates, claimOldParts, warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimingAt } from '../../../test/claims'
import { act, save, tryAct, trySave } from '../../../test/desk'
import { openBranch } from '../../../test/people'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { type Warranty, warrantyOf } from '../../../test/warranty'
import { workshopOf, type Workshop } from '../../../test/workshop'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { readRows } from '../../kernel/spreadsheet/read'

const { routes } = warrantyClaim
let shop: Shop
let owner: Client
let workshop: Workshop
let warranty: Warranty
let desk: ReturnType<typeof claimingAt>
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  warranty = await warrantyOf(shop)
  desk = claimingAt(owner, warranty, workshop.partnerId)
})
afterAll(() => shop.close())

const bill = (more: object = {}) => desk.bill(['600', '400', '120'], shop.parts.pad, more)
const stateOf = async (id: number) => (await owner.call(warrantyBill.routes.read, { params: { id } })).header.state
const candidates = async (query: object = {}) =>
  (await owner.call(claimCandidates, { query: { manufacturerId: warranty.makerId, ...query } })).rows
const told = async (body: unknown) =>
  (await trySave(owner, routes, body as never)).errors?.map(({ path, message }) => `${path} ${message}`)

it('takes approved bills of its manufacturer, sends them, and gives them back', async () => {
  const [first, second] = [await bill(), await bill({ boughtOn: '2026-01-02', repairedOn: '2026-01-15' })]
  const offered = (await candidates()).map(({ billId }) => billId)
  expect(offered).toEqual(expect.arrayContaining([first.id, second.id]))
  expect((await candidates({ toDay: '2026-01-31' })).map(({ billId }) => billId)).toEqual([second.id])
  const draft = await desk.claim([first.id, second.id])
  expect((await candidates()).filter(({ billId }) => [first.id, second.id].includes(billId))).toEqual([])
  const input = { manufacturerNo: 'CJ-001' }
  const sent = await act(owner, routes, draft, 'send', { input })
  expect([sent.state, await stateOf(first.id), await stateOf(second.id)]).toEqual(['sent', 'claimed', 'claimed'])
  const { header, bills } = await owner.call(routes.read, { params: { id: draft.id } })
  expect(header).toMatchObject({ claimedAmount: '2240.00', manufacturerNo: 'CJ-001' })
  expect(bills.map(({ billNo, claimedAmount }) => [billNo, claimedAmount])).toEqual([
    [first.billNo, '1120.00'],
    [second.billNo, '1120.00'],
  ])
  const [row] = (await owner.call(routes.list, { query: { billId: second.id } as never })).rows
  expect(row).toMatchObject({
    period: `2026-01-15 至 ${shanghaiDay()}`,
    billCount: 2,
    claimedAmount: '2240.00',
    rejectedAmount: '0.00',
  })
  const back = await act(owner, routes, sent, 'withdraw')
  expect([back.state, await stateOf(first.id)]).toEqual(['draft', 'approved'])
  const again = await act(owner, routes, back, 'send')
  const answer = await desk.answer(draft.id)
  expect((await tryAct(owner, routes, again, 'withdraw')).msg).toBe(
    `厂家确认单 ${answer.billNo} 已录入，不能撤回，请先作废确认单`,
  )
})

it('refuses what it may not claim, naming the line', async () => {
  const { id, billNo } = await bill()
  const draft = await save(owner, warrantyBill.routes, {
    header: {
      bizDate: shanghaiDay(),
      partnerId: workshop.partnerId,
      manufacturerId: warranty.makerId,
      ...warranty.completePart,
    },
    labour: [{ name: '检查', pricingMode: 'fixed', price: '10' }],
  })
  expect(await told(desk.claimBody([id, id, draft.id, 999_999_999]))).toEqual([
    `bills.1.billId 第2行 三包单 ${billNo} 重复`,
    `bills.2.billId 第3行 三包单 ${draft.billNo} 当前为「草稿」，不能申报`,
    'bills.3.billId 第4行 三包单不存在',
  ])
  const other = await shop.db.tenant(shop.groupId, (tx) =>
    one(tx, 'partner', { code: 'C00009', name: '别的厂家', kind: 'unit', cus_flag: 4 }),
  )
  expect(await told(desk.claimBody([id], { partnerId: other }))).toEqual([
    `bills.0.billId 第1行 三包单 ${billNo} 不是该厂家的`,
  ])
  const claim = await desk.claim([id])
  expect(await told(desk.claimBody([id]))).toEqual([
    `bills.0.billId 第1行 三包单 ${billNo} 已在索赔单 ${claim.billNo} 中`,
  ])
  await act(owner, routes, claim, 'void')
  expect((await candidates()).map(({ billId }) => billId)).toContain(id)
})

it('is sent on a day since its own and up to today, and answered since then', async () => {
  const today = shanghaiDay()
  const [begun, sentOn] = [addDays(today, -3), addDays(today, -1)]
  const { id } = await bill({ bizDate: begun, repairedOn: begun })
  const draft = await save(owner, routes, desk.claimBody([id], { bizDate: begun }))
  const faultOn = async (day: string) =>
    (await tryAct(owner, routes, draft, 'send', { input: { sentOn: day } })).errors?.map(({ message }) => message)
  expect(await faultOn(addDays(today, -4))).toEqual([`发送日期不能早于业务日期 ${begun}`])
  expect(await faultOn(addDays(today, 1))).toEqual(['发送日期不能晚于今天'])
  const sent = await act(owner, routes, draft, 'send', { input: { sentOn } })
  expect(sent.state).toBe('sent')
  expect((await owner.call(routes.read, { params: { id: draft.id } })).header.sentOn).toBe(sentOn)
  const { lines } = await owner.call(openVerdicts, { params: { id: draft.id } })
  const answerOn = (bizDate: string) =>
    trySave(owner, claimConfirmation.routes, {
      header: { bizDate, partnerId: warranty.makerId, claimId: draft.id },
      verdicts: lines.map(({ billLineId, claimedAmount = '0' }) => ({ billLineId, confirmedAmount: claimedAmount })),
    })
  expect((await answerOn(begun)).errors?.map(({ message }) => message)).toEqual([
    `业务日期不能早于索赔单 ${draft.billNo} 的发送日期 ${sentOn}`,
  ])
  expect((await answerOn(sentOn)).status).toBe(200)
})

it('two claims at once share no bill', async () => {
  const { id } = await bill()
  const both = await Promise.all([
    trySave(owner, routes, desk.claimBody([id])),
    trySave(owner, routes, desk.claimBody([id])),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

it('a bill stays as it is while a claim names it, until it is taken out; who lacks the page or the step is refused', async () => {
  const [approved, other] = [await bill(), await bill()]
  const full = await desk.claim([approved.id, other.id])
  for (const action of ['unapprove', 'reverse', 'close'])
    expect((await tryAct(owner, warrantyBill.routes, approved, action)).msg).toBe(
      `三包单 ${approved.billNo} 已在索赔单 ${full.billNo} 中，请先移除`,
    )
  const draft = await save(owner, routes, { ...desk.claimBody([other.id]), id: full.id, version: full.version })
  expect((await act(owner, warrantyBill.routes, approved, 'unapprove')).state).toBe('draft')
  expect((await tryAct(owner, routes, { ...draft, version: draft.version + 1 }, 'send')).status).toBe(409)
  const buyer = await shop.signIn('buyer')
  expect((await buyer.ask(routes.list, {} as never)).status).toBe(403)
  expect((await tryAct(buyer, routes, draft, 'send')).status).toBe(403)
  const saying = { params: { id: draft.id } }
  expect((await buyer.ask(claimOldParts, saying)).status).toBe(403)
  expect((await buyer.ask(readLayout, { params: { id: warranty.makerId } })).status).toBe(403)
})

const sheetOf = async (id: number) => {
  const path = claimSheet.path.replace(':id', String(id))
  const response = await fetch(`${owner.origin}/api-main${path}`, { headers: { token: owner.token } })
  const { rows } = await readRows(new Uint8Array(await response.arrayBuffer()))
  return rows.map((row) => row.map((cell) => (typeof cell === 'object' ? (cell?.text ?? null) : cell)))
}

it('its sheet is laid out as the manufacturer wants it', async () => {
  const { id, billNo } = await bill({ complaint: '=HYPERLINK("x")' })
  const claim = await desk.claim([id])
  const usual = await sheetOf(claim.id)
  expect(usual.map((row) => [row[0], row[1], row[8], row[12], row[17]])).toEqual([
    ['三包单号', '行号', '故障描述', '名称', '金额'],
    [billNo, '1', '=HYPERLINK("x")', '更换离合器', '600'],
    [billNo, '2', '=HYPERLINK("x")', expect.anything(), '400'],
    [billNo, '3', '=HYPERLINK("x")', '外出费', '120'],
  ])
  const layout = {
    manufacturerId: warranty.makerId,
    version: 0,
    name: '测试厂家格式',
    sheetName: '索赔',
    rowsOf: 'bill' as const,
    columns: [
      { heading: '服务单', field: 'billNo' as const },
      { heading: '索赔金额', field: 'billAmount' as const },
      { heading: '旧件', field: 'oldPartTags' as const },
    ],
  }
  const ofLine = { ...layout, columns: [{ heading: '名称', field: 'name' as const }] }
  expect((await owner.ask(saveLayout, { body: ofLine })).errors?.[0]?.message).toBe('第1列「名称」只能用于每条明细一行')
  await owner.call(saveLayout, { body: layout })
  expect((await owner.ask(saveLayout, { body: layout })).status).toBe(409)
  expect(await sheetOf(claim.id)).toEqual([
    ['服务单', '索赔金额', '旧件'],
    [billNo, '1120', `JJ${billNo.slice(2)}0101`],
  ])
  expect(await owner.call(readLayout, { params: { id: warranty.makerId } })).toMatchObject({
    version: 1,
    manufacturerName: '测试厂家',
    rowsOf: 'bill',
  })
  const buyer = await shop.signIn('buyer')
  expect((await buyer.ask(saveLayout, { body: layout })).status).toBe(403)
})

it('a sheet names the station by the code that the manufacturer has given it, and says what he wants in every row', async () => {
  const { id } = await bill({ remark: '加急' })
  const claim = await desk.claim([id])
  const fields = ['stationCode', 'stationName', 'fixed', 'faultName', 'lineRemark', 'remark'] as const
  const layout = {
    manufacturerId: warranty.makerId,
    name: '带站代码',
    sheetName: '索赔',
    rowsOf: 'line' as const,
    stationCode: 'DF-0752',
    columns: fields.map((field) => ({ heading: field, field, ...(field === 'fixed' && { text: '国六' }) })),
  }
  await owner.call(saveLayout, { body: { ...layout, version: 1 } })
  const [station] = await shop.sql<{ name: string }>('select name from org where group_id = $1 and id = $2', shop.orgId)
  const row = ['DF-0752', station?.name, '国六', '离合器打滑', null, '加急']
  expect(await sheetOf(claim.id)).toEqual([[...fields], row, row, row])
  const branch = await shop.signIn('owner', (await openBranch(shop)).orgId)
  expect(await branch.call(readLayout, { params: { id: warranty.makerId } })).toMatchObject({
    name: '带站代码',
    stationCode: '',
  })
})

it('the slip of a bill tells the code of its fault, codes of its work and tags of its old parts', async () => {
  const serviceItemId = await shop.db.tenant(shop.groupId, async (tx) => {
    const rate = { text: 'select id from tax_rate where group_id = $1 limit 1', values: [tx.groupId] }
    const taxRate = await tx.one<{ id: number }>(rate)
    const item = { code: 'LH-1', name: '更换离合器', pricing_mode: 'hours', std_hours: '1', tax_rate_id: taxRate?.id }
    const made = await one(tx, 'service_item', { ...item, worker_type_id: workshop.workerTypeId })
    const quota = { manufacturer_id: warranty.makerId, service_item_id: made, hours: '1.2' }
    await one(tx, 'labour_quota', { ...quota, labour_code: 'DF-1001', valid_from: '2026-01-01' })
    await one(tx, 'labour_quota', { ...quota, labour_code: 'DF-2001', valid_from: '2099-01-01' })
    return made
  })
  const draft = await save(owner, warrantyBill.routes, {
    header: {
      bizDate: shanghaiDay(),
      partnerId: workshop.partnerId,
      manufacturerId: warranty.makerId,
      ...warranty.completePart,
    },
    labour: [{ serviceItemId, name: '更换离合器', stdHours: '1.2', price: '100' }],
    materials: [{ partId: shop.parts.pad, qty: '2', price: '100' }],
  } as never)
  const slipOf = async () => {
    const { faultCode, lines } = await owner.call(billSlip, { params: { id: draft.id } })
    return [faultCode, lines.map(({ labourCode, tags }) => [labourCode, tags])]
  }
  const work = ['DF-1001', []]
  expect(await slipOf()).toEqual(['GZ01', [work, ['', []]]])
  const { billNo } = await act(owner, warrantyBill.routes, draft, 'approve')
  const tag = `JJ${billNo.slice(2)}01`
  expect(await slipOf()).toEqual(['GZ01', [work, ['', [`${tag}01`, `${tag}02`]]]])
  const stranger = await shop.signIn('owner', (await openBranch(shop, '03', '三店')).orgId)
  expect((await stranger.ask(billSlip, { params: { id: draft.id } })).status).toBe(404)
})
