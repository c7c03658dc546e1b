// 旧件 through HTTP: tags of an approved bill, where each lies, what becomes of it, and the way back to the manufacturer.
import {
  isMissing,
  isSent,
  oldPartButtons,
  oldParts,
  placeOldParts,
  readOldPart,
  saveOldPart,
  scrapOldParts,
  tagOldParts,
} from '@chepu/contract/warranty/old-part'
import { oldPartReturn } from '@chepu/contract/warranty/old-part-return'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, type Known, type Saved, save, tryAct, trySave, undo } from '../../../test/desk'
import { withdraw, worker } from '../../../test/people'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { type Warranty, warrantyOf } from '../../../test/warranty'
import { shanghaiDay } from '../../kernel/base/calendar'
import { oldPartsOf } from './standing'
import { tagOf } from './tags'

let shop: Shop
let owner: Client
let warranty: Warranty
let store: number
let shelf: number
let other: { makerId: number }
beforeAll(async () => {
  shop = await openShop()
  warranty = await warrantyOf(shop)
  const made = await shop.db.tenant(shop.groupId, async (tx) => {
    const id = await one(tx, 'warehouse', { org_id: shop.orgId, code: 'JJ', name: '旧件仓', kind: 'old_part' })
    const makerId = await one(tx, 'partner', { code: 'C00002', name: '另一厂家', kind: 'unit', cus_flag: 4 })
    return { id, shelf: await one(tx, 'location', { warehouse_id: id, code: 'J-01' }), makerId }
  })
  store = made.id
  shelf = made.shelf
  other = { makerId: made.makerId }
  owner = await shop.signIn('owner')
})
afterAll(() => shop.close())

type Line = Readonly<Record<string, unknown>>

/** A bill of parts alone that is approved; the pad comes back to the manufacturer unless it is said otherwise. */
async function approved(materials: readonly Line[] = [{}], header: Line = {}): Promise<Saved> {
  const lines = materials.map((line) => ({
    partId: shop.parts.pad,
    qty: '2',
    price: '100',
    taxRate: '0.13',
    returnsOldPart: true,
    ...line,
  }))
  const bill = await save(owner, warrantyBill.routes, {
    header: {
      bizDate: shanghaiDay(),
      partnerId: shop.customerId,
      manufacturerId: warranty.makerId,
      ...warranty.completePart,
      ...header,
    },
    materials: lines,
  } as never)
  const submitted = await act(owner, warrantyBill.routes, bill, 'submit')
  return act(owner, warrantyBill.routes, submitted, 'approve')
}

const rowsOf = async ({ id }: Known, query: object = {}) =>
  (await owner.call(oldParts.list, { query: { billId: id, sort: 'tagNo', ...query } as never })).rows
const idsOf = async (bill: Known) => (await rowsOf(bill)).map(({ id }) => id)
const statesOf = async (bill: Known) => (await rowsOf(bill)).map(({ state }) => state)
const read = (tagNo: string) => owner.call(readOldPart, { query: { tagNo } })

/** A draft 返厂单 of these old parts. */
const sent = (ids: readonly number[], more: object = {}) =>
  save(owner, oldPartReturn.routes, {
    header: { bizDate: shanghaiDay(), partnerId: warranty.makerId, ...more },
    tags: ids.map((oldPartId) => ({ oldPartId })),
  } as never)
const waybill = () => ({ input: { carrierId: shop.carrierId, waybillNo: 'SF1001' } })
/** The same, on its way. */
async function shipped(ids: readonly number[]): Promise<Saved> {
  const packed = await act(owner, oldPartReturn.routes, await sent(ids), 'pack')
  return act(owner, oldPartReturn.routes, packed, 'ship', waybill())
}
/** Who packed and who sent it, and whether it has a time of sending. */
const stampsOf = async ({ id }: Known) => {
  const { header } = await owner.call(oldPartReturn.routes.read, { params: { id } })
  const { submitterName, approverName, approvedAt, shippedAt } = header
  return [submitterName, approverName, approvedAt !== null && shippedAt !== null]
}
const linesOf = async ({ id }: Known) => (await owner.call(oldPartReturn.routes.read, { params: { id } })).tags

describe('tags', () => {
  it('of a bill that was given up go back to nobody and wait for no label', async () => {
    const bill = await approved([{ qty: '1' }])
    expect(await rowsOf(bill, { untagged: 'true' })).toMatchObject([{ returns: 'true', tagged: 'false' }])
    await act(owner, warrantyBill.routes, bill, 'close', { reason: '客户带走旧件' })
    expect(await rowsOf(bill, { untagged: 'true' })).toEqual([])
    expect(await rowsOf(bill)).toMatchObject([{ returns: 'false', state: 'stored' }])
  })

  it('are made a piece when a bill is approved, lie in the store for old parts, and go with the approval', async () => {
    const bill = await approved([{}, { partId: shop.parts.oil, qty: '0.5', returnsOldPart: false }])
    const number = bill.billNo.replace('SB', '')
    const rows = await rowsOf(bill)
    expect(
      rows.map(({ tagNo, placeName, state, returns, tagged }) => [tagNo, placeName, state, returns, tagged]),
    ).toEqual([
      [`JJ${number}0101`, '旧件仓', 'stored', 'true', 'false'],
      [`JJ${number}0102`, '旧件仓', 'stored', 'true', 'false'],
      [`JJ${number}0201`, '旧件仓', 'stored', 'false', 'false'],
    ])
    expect(rows[0]).toMatchObject({ isCause: 'true', manufacturerName: '测试厂家', days: 0, returnNo: null })
    const draft = await undo(owner, warrantyBill.routes, bill)
    expect(await rowsOf(bill)).toEqual([])
    const again = await act(
      owner,
      warrantyBill.routes,
      await act(owner, warrantyBill.routes, draft, 'submit'),
      'approve',
    )
    expect((await rowsOf(again)).map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    const { steps } = await read(`JJ${number}0101`)
    expect(steps.map(({ state, docNo }) => [state, docNo])).toEqual([
      ['stored', bill.billNo],
      ['dropped', bill.billNo],
      ['stored', bill.billNo],
    ])
  })

  it('are not made of what was mended and stays with the customer', async () => {
    const bill = await approved([{ returnsOldPart: false }], { handling: 'repair' })
    expect(await rowsOf(bill)).toEqual([])
  })

  it('say line and piece in digits; more than anybody tags one by one has one', async () => {
    expect([tagOf('SB022611280001', 3, 12), tagOf('SB022611280001', 100, 1)]).toEqual([
      'JJ0226112800010312',
      'JJ02261128000110001',
    ])
    const bill = await approved([{ qty: '99' }, { qty: '100' }, { partId: shop.parts.oil, qty: '2.5' }])
    const lines = (await rowsOf(bill, { rows: 200 })).map(({ tagNo }) => tagNo.slice(-4, -2))
    expect(['01', '02', '03'].map((line) => lines.filter((each) => each === line).length)).toEqual([99, 1, 2])
  })

  it('hold the approval of their bill while one is on its way, or scrapped', async () => {
    const bill = await approved()
    const [first, second] = await idsOf(bill)
    const parcel = await sent([first as number])
    const refused = await tryAct(owner, warrantyBill.routes, bill, 'unapprove', { reason: '改' })
    expect(refused.msg).toMatch(
      new RegExp(`^三包单 ${bill.billNo} 的旧件 JJ\\d+0101 在返厂单 ${parcel.billNo} 中，不能撤销$`),
    )
    await act(owner, oldPartReturn.routes, parcel, 'void', { reason: '不寄' })
    await owner.call(scrapOldParts, { body: { ids: [second as number], reason: '破损' } })
    expect((await tryAct(owner, warrantyBill.routes, bill, 'unapprove', { reason: '改' })).msg).toMatch(
      /0102 已报废，不能撤销$/,
    )
  })
})

describe('旧件库', () => {
  it('prints labels in the order asked for and knows who has one', async () => {
    const bill = await approved()
    const ids = await idsOf(bill)
    const { labels } = await owner.call(tagOldParts, { body: { ids: ids.toReversed() } })
    const number = bill.billNo.replace('SB', '')
    expect(labels.map(({ tagNo }) => tagNo)).toEqual([`JJ${number}0102`, `JJ${number}0101`])
    expect(labels[0]).toMatchObject({ billNo: bill.billNo, vin: null, storedOn: shanghaiDay() })
    expect((await rowsOf(bill, { untagged: 'true' })).length).toBe(0)
  })

  it('puts old parts into places, one with its serial number; a stale change and a foreign place are refused', async () => {
    const bill = await approved()
    const ids = await idsOf(bill)
    await owner.call(placeOldParts, { body: { ids, warehouseId: store, locationId: shelf } })
    const [row] = await rowsOf(bill)
    expect(row).toMatchObject({ placeName: '旧件仓 J-01' })
    const { id, version } = row as { id: number; version: number }
    const body = { version, serialNo: 'SN-9', warehouseId: store, locationId: null, remark: '裂纹' }
    await owner.call(saveOldPart, { params: { id }, body })
    expect((await read(row?.tagNo as string)).row).toMatchObject({
      serialNo: 'SN-9',
      placeName: '旧件仓',
      remark: '裂纹',
    })
    expect((await owner.ask(saveOldPart, { params: { id }, body })).status).toBe(409)
    const placed = async (warehouseId: number, locationId: number | null) =>
      (await owner.ask(placeOldParts, { body: { ids, warehouseId, locationId } })).msg
    expect(await placed(shop.warehouseId, shelf)).toBe('货位不属于该仓库或已停用')
    expect(await placed(shop.warehouseId, null)).toMatch(/不是旧件库$/)
  })

  it('scraps what is in the station, with a reason and once', async () => {
    const bill = await approved()
    const [id] = (await idsOf(bill)) as [number]
    const scrap = () => owner.ask(scrapOldParts, { body: { ids: [id], reason: '无返厂要求' } })
    const answers = await Promise.all([scrap(), scrap()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 400)?.msg).toMatch(/^旧件 JJ\d+0101 已报废，不能报废$/)
    expect((await owner.ask(scrapOldParts, { body: { ids: [id], reason: '' } })).status).toBe(400)
  })

  it('is closed to who has not got its buttons', async () => {
    const bill = await approved()
    const ids = await idsOf(bill)
    const clerk = await shop.signIn('salesperson')
    expect((await clerk.ask(oldParts.list, { query: {} })).status).toBe(403)
    expect((await clerk.ask(readOldPart, { query: { tagNo: 'JJ1' } })).status).toBe(403)
    for (const answer of [
      await clerk.ask(tagOldParts, { body: { ids } }),
      await clerk.ask(scrapOldParts, { body: { ids, reason: '坏' } }),
      await clerk.ask(placeOldParts, { body: { ids, warehouseId: store } }),
      await clerk.ask(saveOldPart, { params: { id: ids[0] as number }, body: { version: 1 } }),
    ])
      expect(answer.status).toBe(403)
    expect((await owner.ask(readOldPart, { query: { tagNo: 'JJ404' } })).msg).toBe('没有找到旧件标签 JJ404')
    expect((await owner.ask(tagOldParts, { body: { ids: [99_999_999] } })).msg).toBe('第1件旧件不存在或无权查看')
  })
})

describe('旧件返厂单', () => {
  it('packs, ships and takes an answer a part; it is done when each has one', async () => {
    const bill = await approved([{ qty: '3' }])
    const ids = await idsOf(bill)
    const draft = await sent(ids)
    const packed = await act(owner, oldPartReturn.routes, draft, 'pack')
    expect(await statesOf(bill)).toEqual(['packed', 'packed', 'packed'])
    const [packer] = await stampsOf(packed)
    expect(await stampsOf(packed)).toEqual([expect.any(String), null, false])
    expect((await tryAct(owner, oldPartReturn.routes, packed, 'ship')).msg).toBe('请选择物流公司')
    const on = await act(owner, oldPartReturn.routes, packed, 'ship', waybill())
    expect(await stampsOf(on)).toEqual([packer, packer, true])
    expect((await rowsOf(bill))[0]).toMatchObject({
      state: 'shipped',
      placeName: null,
      days: null,
      returnNo: draft.billNo,
    })
    const { rows: parcels } = await owner.call(oldPartReturn.routes.list, { query: { waybillNo: 'SF1001' } as never })
    expect(parcels.find(({ id }) => id === on.id)).toMatchObject({ tagCount: 3, openCount: 3, refusedCount: 0 })
    const [a, b, c] = (await linesOf(on)).map(({ id }) => id) as [number, number, number]
    const offered = async ({ id }: Saved) => (await owner.call(oldPartReturn.routes.read, { params: { id } })).can
    expect(await offered(on)).toEqual(['unship', 'result'])
    const unsaid = { input: { lines: [{ lineId: a, result: 'refused' }] } }
    expect((await tryAct(owner, oldPartReturn.routes, on, 'result', unsaid)).msg).toContain('拒收、丢失请填写原因')
    const part = await act(owner, oldPartReturn.routes, on, 'result', {
      input: {
        lines: [
          { lineId: a, result: 'accepted' },
          { lineId: b, result: 'refused', reason: '标签不符' },
        ],
      },
    })
    expect([part.state, await offered(part)]).toEqual(['shipped', ['result', 'reopen']])
    expect((await tryAct(owner, oldPartReturn.routes, part, 'unship', { reason: '错' })).msg).toBe(
      '已录结果，请先撤销结果',
    )
    const done = await act(owner, oldPartReturn.routes, part, 'result', {
      input: { lines: [{ lineId: c, result: 'lost', reason: '物流丢件' }] },
    })
    expect([done.state, await statesOf(bill)]).toEqual(['done', ['accepted', 'refused', 'lost']])
    expect((await rowsOf(bill, { state: 'open' })).map(({ state }) => state)).toEqual(['refused'])
    // Answers that were entered for the wrong parcel are taken back as a whole.
    const open = await act(owner, oldPartReturn.routes, done, 'reopen', { reason: '录错' })
    expect(await offered(open)).toEqual(['unship', 'result'])
    expect([open.state, await statesOf(bill)]).toEqual(['shipped', ['shipped', 'shipped', 'shipped']])
    await act(owner, oldPartReturn.routes, open, 'unship', { reason: '录错' })
    expect(await stampsOf(open)).toEqual([packer, null, false])
  })

  it('sends what was refused once more, from the store', async () => {
    const bill = await approved([{ qty: '1' }])
    const [id] = (await idsOf(bill)) as [number]
    const on = await shipped([id])
    const [line] = await linesOf(on)
    const done = await act(owner, oldPartReturn.routes, on, 'result', {
      input: { lines: [{ lineId: line?.id as number, result: 'refused', reason: '缺附件' }] },
    })
    const early = await trySave(owner, oldPartReturn.routes, {
      header: { bizDate: shanghaiDay(), partnerId: warranty.makerId },
      tags: [{ oldPartId: id }],
    } as never)
    expect(early.msg).toMatch(/^第1行 旧件 JJ\d+ 被拒，不能返厂$/)
    await owner.call(placeOldParts, { body: { ids: [id], warehouseId: store } })
    expect((await tryAct(owner, oldPartReturn.routes, done, 'reopen', { reason: '录错' })).msg).toMatch(
      /在库，不能撤销结果$/,
    )
    const second = await shipped([id])
    const { steps } = await read((await rowsOf(bill))[0]?.tagNo as string)
    expect(steps.map(({ state }) => state)).toEqual([
      'shipped',
      'packed',
      'stored',
      'refused',
      'shipped',
      'packed',
      'stored',
    ])
    expect((await rowsOf(bill))[0]?.returnNo).toBe(second.billNo)
  })

  it('refuses parts of another manufacturer, twice the same, and one that is on another parcel', async () => {
    const bill = await approved()
    const [first, second] = (await idsOf(bill)) as [number, number]
    const body = (ids: readonly number[], partnerId = warranty.makerId) =>
      ({
        header: { bizDate: shanghaiDay(), partnerId },
        tags: ids.map((oldPartId) => ({ oldPartId })),
      }) as never
    const refusal = async (...args: Parameters<typeof body>) =>
      (await trySave(owner, oldPartReturn.routes, body(...args))).msg
    expect(await refusal([first], other.makerId)).toMatch(/^第1行 旧件 JJ\d+0101 不是该厂家的$/)
    expect(await refusal([first, first])).toMatch(/^第2行 旧件 JJ\d+0101 重复$/)
    const [one, two] = await Promise.all([
      trySave(owner, oldPartReturn.routes, body([first, second])),
      trySave(owner, oldPartReturn.routes, body([second])),
    ])
    expect([one.status, two.status].sort()).toEqual([200, 400])
    expect([one, two].find(({ status }) => status === 400)?.msg).toMatch(/^旧件 JJ\d+0102 已在返厂单 JF\d+ 中$/)
    expect((await owner.ask(scrapOldParts, { body: { ids: [second], reason: '坏' } })).msg).toMatch(
      /已在返厂单 JF\d+ 中$/,
    )
  })

  it('asks each step of who holds its button', async () => {
    const limited = await worker(shop, 'owner')
    const bill = await approved()
    const on = await shipped(await idsOf(bill))
    await withdraw(shop, limited, { buttons: [oldPartButtons.ship, oldPartButtons.result] })
    const [line] = await linesOf(on)
    const input = { lines: [{ lineId: line?.id as number, result: 'accepted' }] }
    expect((await tryAct(limited.client, oldPartReturn.routes, on, 'result', { input })).status).toBe(403)
    expect((await tryAct(limited.client, oldPartReturn.routes, on, 'unship', { reason: '错' })).status).toBe(403)
    const body = { header: { bizDate: shanghaiDay(), partnerId: warranty.makerId }, tags: [{ oldPartId: 1 }] }
    expect((await trySave(limited.client, oldPartReturn.routes, body as never)).status).toBe(403)
  })

  it('tells who sends old parts that one was refused, and a claim where each is', async () => {
    const told = await worker(shop, 'owner')
    const bill = await approved()
    const on = await shipped(await idsOf(bill))
    const [line] = await linesOf(on)
    await act(owner, oldPartReturn.routes, on, 'result', {
      input: { lines: [{ lineId: line?.id as number, result: 'refused', reason: '标签不符' }] },
    })
    const news = await shop.sql<{ message: string; msgType: number }>(
      `select message, msg_type from notification where group_id = $1 and user_id = $2 and msg_type = 7`,
      told.userId,
    )
    expect(news).toEqual([{ message: `旧件被拒：${line?.tagNo}，返厂单 ${on.billNo}`, msgType: 7 }])
    const bills = await owner.call(warrantyBill.routes.list, { query: { billNo: bill.billNo } as never })
    expect(bills.rows[0]).toMatchObject({ oldPartStanding: 'refused' })
    const stored = await owner.call(warrantyBill.routes.list, {
      query: { billNo: bill.billNo, oldPartStanding: 'stored' } as never,
    })
    expect(stored.rows).toEqual([])
    const parts = await shop.db.tenant(shop.groupId, (tx) => oldPartsOf(tx as never, [bill.id]))
    expect(parts.map(({ state, returns, place, returnNo }) => [state, returns, place, returnNo])).toEqual([
      ['refused', true, '旧件仓', on.billNo],
      ['shipped', true, null, on.billNo],
    ])
    expect(parts.map(({ state }) => [isSent(state), isMissing(state)])).toEqual([
      [false, false],
      [true, false],
    ])
  })
})
