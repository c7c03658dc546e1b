// Several hands on one bill, claim or settlement at the same moment: one of them comes first, the others are told why not, and what is sent twice is taken once.
import { collection } from '@chepu/contract/finance/collection'
import { repairRefund } from '@chepu/contract/repair/refund'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { claimConfirmation } from '@chepu/contract/warranty/claim-confirmation'
import { makeBill, warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, type DeskRoutes, type Known, type Saved, save, tryAct, trySave } from '../../test/desk'
import { today } from '../../test/finance'
import { openLockWatch } from '../../test/lock-watch'
import { openClaims } from '../../test/settled-claims'
import type { Client } from '../../test/shop'

let station: Awaited<ReturnType<typeof openClaims>>
let owner: Client
let other: Client
beforeAll(async () => {
  station = await openClaims()
  owner = station.owner
  other = await station.shop.signIn('owner')
})
// Closing the shop checks every invariant of the books.
afterAll(() => station.shop.close())

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted()
const refusals = (answers: readonly { status: number; msg: string }[]) =>
  answers.filter(({ status }) => status !== 200).map(({ msg }) => msg)
const bill = () => station.claims.bill(['600', '400'], station.shop.parts.pad)
const both = (routes: DeskRoutes, doc: Known, action: string) =>
  Promise.all([owner, other].map((client) => tryAct(client, routes, doc, action)))
const stateOf = async ({ id }: Known) => (await owner.call(warrantyBill.routes.read, { params: { id } })).header.state

/** How many of several at once come about, and what others are told but for these words. */
async function race(racing: readonly Promise<{ status: number; msg: string }>[], words: RegExp) {
  const answers = await Promise.all(racing)
  const won = answers.filter(({ status }) => status === 200).length
  return { won, untold: refusals(answers).filter((msg) => !words.test(msg)) }
}
const one = { won: 1, untold: [] }

it('two send a claim once, and take it back once', async () => {
  const draft = await station.claims.claim([(await bill()).id])
  const sent = await both(warrantyClaim.routes, draft, 'send')
  expect(statuses(sent)).toEqual([200, 409])
  const back = await both(warrantyClaim.routes, sent.find(({ status }) => status === 200)?.data as Saved, 'withdraw')
  expect(statuses(back)).toEqual([200, 409])
})

it('a bill is claimed, given up or undone', async () => {
  const approved = await bill()
  const result = await race(
    [
      trySave(owner, warrantyClaim.routes, station.claims.claimBody([approved.id])),
      tryAct(other, warrantyBill.routes, approved, 'close'),
      tryAct(owner, warrantyBill.routes, approved, 'unapprove'),
    ],
    /^三包单 SB\S+ 已在索赔单 SP\S+ 中，请先移除$|第1行 三包单 SB\S+ 当前为「(草稿|已关闭)」，不能申报|^单据已被他人修改/,
  )
  expect(result).toEqual(one)
})

it('a manufacturer has one answer to a bill, be it entered or confirmed by two', async () => {
  const claim = await station.claims.sent([(await bill()).id])
  const body = await station.claims.answerBody(claim.id, [{ amount: '500', reason: '按厂家价' }])
  const saved = await Promise.all([owner, other].map((client) => trySave(client, claimConfirmation.routes, body)))
  expect(statuses(saved)).toEqual([200, 400])
  expect(refusals(saved)[0]).toMatch(/^厂家确认单 SQ\S+ 已录入其中的明细$/)
  const answer = saved.find(({ status }) => status === 200)?.data as Saved
  const confirmed = await both(claimConfirmation.routes, answer, 'confirm')
  expect(statuses(confirmed)).toEqual([200, 409])
  const undone = await both(
    claimConfirmation.routes,
    confirmed.find(({ status }) => status === 200)?.data as Saved,
    'undo',
  )
  expect(statuses(undone)).toEqual([200, 409])
})

it('a claim is answered or taken back', async () => {
  const claim = await station.claims.sent([(await bill()).id])
  const body = await station.claims.answerBody(claim.id)
  const result = await race(
    [trySave(owner, claimConfirmation.routes, body), tryAct(other, warrantyClaim.routes, claim, 'withdraw')],
    /^索赔单 SP\S+ 还没有发送，不能录入厂家确认$|^厂家确认单 SQ\S+ 已录入，不能撤回，请先作废确认单$/,
  )
  expect(result).toEqual(one)
})

/** A bill of 1 000.00 that was agreed to whole, with its answer and what a settlement of it is saved with. */
async function agreed() {
  const approved = await bill()
  const { answer } = await station.answered(approved, [])
  const { version } = (await owner.call(warrantyBill.routes.read, { params: { id: approved.id } })).header
  const body = { header: { bizDate: today, partnerId: station.makerId }, bills: [{ billId: approved.id }] }
  return { approved: { id: approved.id, version }, answer, body: body as never }
}
const drafted = async () => {
  const { approved, body } = await agreed()
  return { approved, draft: await save(owner, warrantySettlement.routes, body) }
}

it('what was agreed to is taken into a settlement or its answer taken back', async () => {
  const { approved, answer, body } = await agreed()
  const others = ['close', 'unapprove', 'reverse'].map((action) => tryAct(other, warrantyBill.routes, approved, action))
  const result = await race(
    [
      trySave(owner, warrantySettlement.routes, body),
      tryAct(other, claimConfirmation.routes, answer, 'undo'),
      ...others,
    ],
    /^第1行 三包单 SB\S+ 当前为「\S+」，厂家确认后才能结算$|^三包单 SB\S+ 已在三包结算单 SJ\S+ 中，请先移除$|^单据 SB\S+ 当前为「\S+」，不能(放弃索赔|反审核|红冲)$|^单据已被他人修改/,
  )
  expect(result).toEqual(one)
  expect(await stateOf(approved)).toMatch(/^(confirmed|claimed)$/)
})

it('a settlement is paid or undone', async () => {
  const { draft } = await drafted()
  const settled = await act(owner, warrantySettlement.routes, draft, 'approve')
  const [item] = await station.shop.sql<{ id: number }>(
    `select id from open_item where group_id = $1 and source_kind = 'warranty_settlement' and source_id = $2 and original <> 0`,
    settled.id,
  )
  const slip = await save(owner, collection.routes, {
    header: { bizDate: today, partnerId: station.makerId },
    tenders: [station.desk.cash('1000')],
    items: [{ openItemId: item?.id as number, amount: '1000' }],
  } as never)
  const result = await race(
    [tryAct(owner, collection.routes, slip, 'approve'), tryAct(other, warrantySettlement.routes, settled, 'unapprove')],
    /已有收付款核销，请先红冲|未结|余额|核销/,
  )
  expect(result).toEqual(one)
})

it('a settlement that is undone waits for what it has taken over before it holds what the manufacturer owes', async () => {
  const { approved, draft } = await drafted()
  const settled = await act(owner, warrantySettlement.routes, draft, 'approve')
  const watch = await openLockWatch(station.shop)
  const free = await watch.freeMeanwhile(
    `select from open_item where source_kind = 'warranty_bill' and source_id = ${approved.id}`,
    `select from partner_balance where partner_id = ${station.makerId} and account = 'AR'`,
    () => act(owner, warrantySettlement.routes, settled, 'unapprove'),
  )
  await watch.close()
  expect(free).toBe(1)
})

/** A settlement of an order that bills the manufacturer 300.00, and the draft of its bill. */
async function billed() {
  const { desk, makerId, shop } = station
  const labour = [desk.labour('换件', '300', { payer: 'warranty', payerPartnerId: makerId })]
  const order = await desk.finished({ header: desk.plainBody().header, labour })
  const settlement = await desk.settle(await desk.drafted(order))
  const [draft] = await shop.sql<Known>(
    `select id, version from repair_document where group_id = $1 and kind = 'warranty_bill' and settlement_id = $2`,
    settlement.id,
  )
  return { settlement, draft: draft as Known }
}

it('an order is undone or its bill goes on', async () => {
  const { settlement, draft } = await billed()
  const proven = await station.completed(draft.id)
  const result = await race(
    [
      tryAct(owner, warrantyBill.routes, proven, 'approve'),
      tryAct(other, repairSettlement.routes, settlement, 'unapprove'),
    ],
    /^三包单 SB\S+ 当前为「已审核」，结算单 WJ\S+ 不能反结算|^单据已被他人修改/,
  )
  expect(result).toEqual(one)
})

it('a bill is made before a refund of its lines, or of what that has left', async () => {
  const { settlement, draft } = await billed()
  await act(owner, warrantyBill.routes, draft, 'void')
  const { labour } = await owner.call(repairSettlement.routes.read, { params: { id: settlement.id } })
  const { partnerId, vehicleId } = station.workshop
  const refund = await save(owner, repairRefund.routes, {
    header: { bizDate: today, partnerId, vehicleId, settlementId: settlement.id, reason: '少做' },
    labour: [{ sourceLineId: labour[0]?.id as number, qty: '0', refundAmount: '100' }],
  } as never)
  const body = { settlementId: settlement.id, manufacturerId: station.makerId }
  const [refunded, made] = await Promise.all([
    tryAct(owner, repairRefund.routes, refund, 'approve'),
    other.ask(makeBill, { body }),
  ])
  expect(made.status).toBe(200)
  const { totalAmount } = (await owner.call(warrantyBill.routes.read, { params: { id: made.data.id } })).header
  if (refunded.status === 200) expect(totalAmount).toBe('200.00')
  else expect([refunded.msg, totalAmount]).toEqual([expect.stringMatching(/^三包单 SB\S+ 已存在，请先作废$/), '300.00'])
})

it('what is sent twice with one key is taken once, and answered alike', async () => {
  const taken = async (routes: DeskRoutes, doc: Known, action: string) => {
    const words = { idempotencyKey: crypto.randomUUID() }
    const send = () => tryAct(owner, routes, doc, action, words)
    const [first, second] = await Promise.all([send(), send()])
    expect(first.status).toBe(200)
    expect([second, await send()]).toEqual([first, first])
    return first.data as Saved
  }
  const booked = async ({ id }: Known, kind: string) =>
    (
      await station.shop.sql<{ rows: number; amount: string }>(
        `select count(*)::int as rows, sum(amount) as amount from partner_ledger where group_id = $1 and doc_kind = $2 and doc_id = $3`,
        kind,
        id,
      )
    ).map(({ rows, amount }) => `${rows} ${amount}`)[0]
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
  const approved = await taken(warrantyBill.routes, draft, 'approve')
  expect(await booked(approved, 'warranty_bill')).toBe('1 300.00')
  const claim = await taken(warrantyClaim.routes, await station.claims.claim([approved.id]), 'send')
  const answer = await station.claims.answer(claim.id, [{ amount: '250', reason: '按厂家价' }])
  const confirmed = await taken(claimConfirmation.routes, answer, 'confirm')
  expect(await booked(confirmed, 'claim_confirmation')).toBe('1 -50.00')
  const body = { header: { bizDate: today, partnerId: station.makerId }, bills: [{ billId: approved.id }] }
  const settled = await taken(
    warrantySettlement.routes,
    await save(owner, warrantySettlement.routes, body as never),
    'approve',
  )
  expect(await booked(settled, 'warranty_settlement')).toBe('3 0.00')
  const { id, version } = await bill()
  const closed = await taken(warrantyBill.routes, { id, version }, 'close')
  expect([closed.state, await booked(closed, 'warranty_bill')]).toEqual(['closed', '4 0.00'])
})
