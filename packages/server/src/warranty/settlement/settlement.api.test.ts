// 三包结算单 through HTTP: what a manufacturer has agreed to, less what he keeps back, and what he pays for it.
import { button } from '@chepu/contract/access/catalogue'
import { collection } from '@chepu/contract/finance/collection'
import { claimConfirmation } from '@chepu/contract/warranty/claim-confirmation'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { settlementCandidates, warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, post, save, tryAct, trySave, undo } from '../../../test/desk'
import { newPartner, today } from '../../../test/finance'
import { withdraw, worker } from '../../../test/people'
import { openClaims } from '../../../test/settled-claims'
import { openPlanting } from '../../../test/planting'
import { settledBooks } from '../../../test/settled-books'
import { invariants } from '../../kernel/invariants'
import type { Client } from '../../../test/shop'

const { routes } = warrantySettlement
let station: Awaited<ReturnType<typeof openClaims>>
let owner: Client
let books: ReturnType<typeof settledBooks>
beforeAll(async () => {
  station = await openClaims()
  owner = station.owner
  books = settledBooks(station.shop, warrantySettlement.kind)
})
afterAll(() => station.shop.close())

const bodyOf = (billIds: readonly number[], deductions: readonly object[] = [], more: object = {}) =>
  ({
    header: { bizDate: today, partnerId: station.makerId, ...more },
    bills: billIds.map((billId) => ({ billId })),
    deductions,
  }) as never
const kept = (amount: string, more: object = {}) => ({ deduction: 'sampling', amount, reason: '抽检', ...more })
const stateOf = async (id: number) => {
  const [bill] = await station.shop.sql<{ said: string }>(
    `select concat_ws(' ', state, confirmed_amount, settled_amount) as said from repair_document where group_id = $1 and id = $2`,
    id,
  )
  return bill?.said
}
const offered = async (billId: number) =>
  (await owner.call(settlementCandidates, { query: { partnerId: station.makerId } })).rows.find(
    (row) => row.billId === billId,
  )
const faults = async (body: never, client = owner) =>
  (await trySave(client, routes, body)).errors?.map(({ path, message }) => `${path} ${message}`)

describe('a bill that was agreed to in part', () => {
  it('becomes one receivable of what is left after a deduction, which the manufacturer pays', async () => {
    // 600.00 of work and 400.00 of parts from the order, 120.00 of 外出; he agrees to 850.00 of 1 120.00.
    const bill = await station.agreed()
    expect(await station.openItems(bill)).toEqual(['1000.00', '120.00', '-270.00'])
    expect(await offered(bill.id)).toMatchObject({
      claimedAmount: '1120.00',
      confirmedAmount: '850.00',
      missingParts: 0,
    })
    const draft = await save(owner, routes, bodyOf([bill.id], [kept('50', { billId: bill.id })]))
    const { header: shown } = await owner.call(routes.read, { params: { id: draft.id } })
    const figures = { confirmedAmount: '850.00', deductedAmount: '50.00', netAmount: '800.00' }
    expect(shown).toMatchObject({ claimedAmount: '1120.00', ...figures })
    const settled = await act(owner, routes, draft, 'approve')
    expect(settled.state).toBe('done')
    expect(await books.itemsOf(settled.id)).toEqual(['测试厂家 AR warranty 800.00 800.00'])
    expect(await books.pnlOf(settled.id)).toEqual(['other_expense 44.25'])
    expect(await station.openItems(bill)).toEqual(['0.00', '0.00', '0.00'])
    expect(await books.balances([station.makerId])).toEqual(['测试厂家 AR 800.00'])
    expect([await stateOf(bill.id), await offered(bill.id)]).toEqual(['settled 850.00 850.00', undefined])

    const links = await owner.call(warrantyBill.routes.related, { params: { id: bill.id } })
    expect(links.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['warranty_claim', 'claim_confirmation', 'warranty_settlement']),
    )

    const paid = await station.collect(settled.id, '800.00')
    expect(await books.itemsOf(settled.id)).toEqual(['测试厂家 AR warranty 800.00 0.00'])
    const refused = await tryAct(owner, routes, settled, 'unapprove')
    expect(refused.msg).toMatch(/^单据 SJ\S+ 已有收付款核销，请先红冲 SK/)
    await act(owner, collection.routes, paid, 'reverse')
    const again = await undo(owner, routes, settled)
    expect([again.state, await books.itemsOf(again.id), await books.pnlOf(again.id)]).toEqual(['draft', [], []])
    expect(await station.openItems(bill)).toEqual(['1000.00', '120.00', '-270.00'])
    expect(await stateOf(bill.id)).toBe('part_confirmed 850.00 0.00')
    await act(owner, routes, again, 'void')
    expect(await offered(bill.id)).toMatchObject({ billId: bill.id })
  })

  it('is settled with one that was refused whole, which is worth nothing', async () => {
    const [agreed, refused] = [
      await station.free('300'),
      await station.claims.bill(['', '200'], station.shop.parts.pad),
    ]
    await station.answered(refused, [{ amount: '0', reason: '超期' }])
    const settled = await post(owner, routes, bodyOf([refused.id, agreed.id], [], { dueOn: '2099-01-31' }))
    expect(await books.itemsOf(settled.id)).toEqual(['测试厂家 AR warranty 300.00 300.00'])
    expect([await stateOf(refused.id), await stateOf(agreed.id)]).toEqual([
      'settled 0.00 0.00',
      'settled 300.00 300.00',
    ])
    const [item] = await station.shop.sql<{ dueOn: string }>(
      `select due_on from open_item where group_id = $1 and source_kind = 'warranty_settlement' and source_id = $2`,
      settled.id,
    )
    expect(item?.dueOn).toBe('2099-01-31')
    await undo(owner, routes, settled)
    expect([await stateOf(refused.id), await stateOf(agreed.id)]).toEqual([
      'rejected 0.00 0.00',
      'confirmed 300.00 0.00',
    ])
  })
})

describe('a bill', () => {
  it('keeps its answer, uncontested, while a draft has it', async () => {
    const bill = await station.claims.bill(['', '200'], station.shop.parts.pad)
    const { answer } = await station.answered(bill, [{ amount: '150', reason: '按厂家价' }])
    const draft = await save(owner, routes, bodyOf([bill.id]))
    const words = `三包单 ${bill.billNo} 已在三包结算单 ${draft.billNo} 中，请先移除`
    const answering = claimConfirmation.routes
    expect((await tryAct(owner, answering, answer, 'undo')).msg).toBe(words)
    const { verdicts } = await owner.call(answering.read, { params: { id: answer.id } })
    const input = { billLineIds: verdicts.map(({ billLineId }) => billLineId) }
    expect((await tryAct(owner, answering, answer, 'appeal', { input })).msg).toBe(words)
    await act(owner, routes, draft, 'void')
    expect((await act(owner, answering, answer, 'undo')).state).toBe('draft')
  })

  it('is in one settlement, of two at once as well', async () => {
    const bill = await station.free('100')
    const answers = await Promise.all([1, 2].map(() => trySave(owner, routes, bodyOf([bill.id]))))
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
    expect([won?.status, lost?.status]).toEqual([200, 400])
    expect(lost?.errors?.[0]?.message).toBe(`第1行 三包单 ${bill.billNo} 已在三包结算单 ${won?.data.billNo} 中`)
    const draft = won?.data as never as { id: number; version: number }
    const both = await Promise.all([1, 2].map(() => tryAct(owner, routes, draft, 'approve')))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('is refused by line where it may not be settled', async () => {
    const [bill, waiting] = [await station.free('100'), await station.claims.bill(['', '50'], station.shop.parts.pad)]
    const otherId = await newPartner(station.shop, '另一厂家', 4)
    expect(await faults(bodyOf([9_999_999]))).toEqual(['bills.0.billId 第1行 三包单不存在'])
    expect(await faults(bodyOf([bill.id, bill.id]))).toEqual([`bills.1.billId 第2行 三包单 ${bill.billNo} 重复`])
    expect(await faults(bodyOf([bill.id], [], { partnerId: otherId }))).toEqual([
      `bills.0.billId 第1行 三包单 ${bill.billNo} 不是该厂家的`,
    ])
    expect(await faults(bodyOf([waiting.id]))).toEqual([
      `bills.0.billId 第1行 三包单 ${waiting.billNo} 当前为「已审核」，厂家确认后才能结算`,
    ])
    expect(await faults(bodyOf([]))).toEqual(['bills 请至少录入一行三包单'])
  })

  it('waits for the answer to an appeal', async () => {
    const bill = await station.approved()
    const { answer } = await station.answered(bill)
    const { verdicts } = await owner.call(claimConfirmation.routes.read, { params: { id: answer.id } })
    const input = { billLineIds: [verdicts[2]?.billLineId as number] }
    const appealed = await act(owner, claimConfirmation.routes, answer, 'appeal', { input })
    expect(await faults(bodyOf([bill.id]))).toEqual([
      `bills.0.billId 第1行 三包单 ${bill.billNo} 正在申诉，厂家答复后才能结算`,
    ])
    expect(await offered(bill.id)).toBeUndefined()
    const undone = await act(owner, claimConfirmation.routes, appealed, 'undo')
    expect((await faults(bodyOf([bill.id])))?.[0]).toContain('厂家确认后才能结算')
    await act(owner, claimConfirmation.routes, undone, 'void')
    const { id: lastId } = await station.claims.confirmed(await claimOf(bill.id), [])
    const settled = await post(owner, routes, bodyOf([bill.id]))
    const { header: last } = await owner.call(claimConfirmation.routes.read, { params: { id: lastId } })
    const late = await tryAct(owner, claimConfirmation.routes, { id: lastId, version: last.version }, 'undo')
    expect(late.msg).toBe(`三包单 ${bill.billNo} 已在三包结算单 ${settled.billNo} 中，请先移除`)
  })
})

const claimOf = async (billId: number): Promise<number> =>
  (
    await station.shop.sql<{ id: number }>(
      `select d.id from claim_document d join claim_line l on l.group_id = d.group_id and l.document_id = d.id
      where d.group_id = $1 and d.kind = 'warranty_claim' and l.bill_id = $2 order by d.id desc limit 1`,
      billId,
    )
  )[0]?.id as number

describe('deductions', () => {
  it('are above zero, of bills that are settled, and no more than was agreed to', async () => {
    const bill = await station.free('100')
    expect(await faults(bodyOf([bill.id], [kept('0')]))).toEqual(['deductions.0.amount 扣款第1行 金额必须大于0'])
    expect(await faults(bodyOf([bill.id], [kept('1', { billId: bill.id + 9999 })]))).toEqual([
      'deductions.0.billId 扣款第1行 三包单不在本结算单中',
    ])
    expect(await faults(bodyOf([bill.id], [kept('1', { deduction: 'other', reason: '' })]))).toEqual([
      'deductions.0.reason 扣款第1行 请填写原因',
    ])
    expect(await faults(bodyOf([bill.id], [kept('60'), kept('40.01')]))).toEqual([
      'deductions.0.amount 扣款合计 100.01 超过确认额 100.00',
    ])
    const whole = await post(owner, routes, bodyOf([bill.id], [kept('60'), kept('40')]))
    expect([await books.itemsOf(whole.id), await books.pnlOf(whole.id)]).toEqual([[], ['other_expense 100.00']])
  })

  it('and old parts that nobody has sent want the right to deduct', async () => {
    const bill = await station.withOldPart('200')
    const clerk = await worker(station.shop, 'cashier_accountant')
    await withdraw(station.shop, clerk, { buttons: [button('claims_money', 'deduct')] })
    const forbidden = await trySave(clerk.client, routes, bodyOf([bill.id], [kept('1')]))
    expect([forbidden.status, forbidden.msg]).toEqual([403, '您没有索赔款「扣款」的权限'])
    expect(await offered(bill.id)).toMatchObject({ waitingParts: 1, proposedDeduction: '0.00' })
    const draft = await save(clerk.client, routes, bodyOf([bill.id]))
    const refused = await tryAct(clerk.client, routes, draft, 'approve')
    expect(refused.msg).toMatch(/^三包单 SB\S+ 还有 1 件旧件未发出/)
    const input = { oldPartsReason: '厂家免返' }
    expect((await tryAct(clerk.client, routes, draft, 'approve', { input })).status).toBe(403)
    const settled = await act(owner, routes, draft, 'approve', { input })
    expect(settled.state).toBe('done')
  })

  it('are proposed for old parts that the manufacturer has refused, and let them pass', async () => {
    const bill = await station.withOldPart('200')
    await station.shop.sql(`update old_part set state = 'refused' where group_id = $1 and bill_id = $2`, bill.id)
    expect(await offered(bill.id)).toMatchObject({ waitingParts: 0, refusedParts: 1, proposedDeduction: '200.00' })
    const draft = await save(owner, routes, bodyOf([bill.id]))
    expect((await tryAct(owner, routes, draft, 'approve')).msg).toMatch(/^三包单 SB\S+ 还有 1 件旧件未发出或被拒/)
    const deducted = await save(owner, routes, {
      ...(bodyOf([bill.id], [kept('200', { deduction: 'old_part', billId: bill.id })]) as object),
      id: draft.id,
      version: draft.version,
    } as never)
    expect((await act(owner, routes, deducted, 'approve')).state).toBe('done')
  })
})

it('is compared with its bills, and they with what he owes: single rows spoilt behind the program are noticed', async () => {
  const { shop } = station
  const [bill, waiting] = [await station.agreed(), await station.agreed()]
  const settled = await post(owner, routes, bodyOf([bill.id], [kept('50')]))
  const planting = await openPlanting(shop)
  const all = (await invariants()).filter(({ name }) => /^i(34|71|72)/.test(name))
  const noticed = (table: string, change: string, where: string) =>
    planting.plant(`update ${table} set ${change} where group_id = ${shop.groupId} and ${where}`, all)
  const found = [
    await noticed('repair_document', 'total_amount = total_amount + 1', `id = ${waiting.id}`),
    await noticed('repair_document', 'confirmed_amount = confirmed_amount + 1', `id = ${waiting.id}`),
    await noticed('repair_document', 'rejected_amount = rejected_amount - 1', `id = ${waiting.id}`),
    await noticed('repair_document', 'settled_amount = settled_amount + 1', `id = ${bill.id}`),
    await noticed('repair_document', `state = 'confirmed'`, `id = ${bill.id}`),
    await noticed(
      'open_item',
      'original = original + 1',
      `source_kind = 'warranty_bill' and source_id = ${waiting.id}`,
    ),
    await noticed(
      'open_item',
      'original = original + 1',
      `source_kind = '${warrantySettlement.kind}' and source_id = ${settled.id}`,
    ),
    await noticed('claim_document', 'net_amount = net_amount + 1', `id = ${settled.id}`),
    await noticed('claim_line', 'amount = amount + 1', `document_id = ${settled.id} and section = 'deductions'`),
    await noticed(
      'pnl_ledger',
      'amount = amount + 1',
      `doc_kind = '${warrantySettlement.kind}' and doc_id = ${settled.id}`,
    ),
    await noticed(
      'pnl_ledger',
      'amount_taxed = amount_taxed + 1',
      `doc_kind = '${warrantySettlement.kind}' and doc_id = ${settled.id}`,
    ),
  ]
  await planting.close()
  expect(found).toEqual(['i71', 'i34 i71', 'i71', 'i71', 'i34 i71', 'i34', 'i72', 'i72', 'i72', 'i72', 'i72'])
})

it('nobody without the page sees or settles anything', async () => {
  const technician = await station.shop.signIn('technician')
  const query = { partnerId: station.makerId }
  expect((await technician.ask(settlementCandidates, { query })).status).toBe(403)
  expect((await trySave(technician, routes, bodyOf([1]))).status).toBe(403)
  expect((await technician.ask(routes.list, { query: { page: 1, rows: 20 } as never })).status).toBe(403)
})

it('stays as it was when its draft was changed meanwhile, or its month is closed', async () => {
  const bill = await station.free('70')
  const draft = await save(owner, routes, bodyOf([bill.id]))
  await save(owner, routes, {
    ...(bodyOf([bill.id], [kept('7')]) as object),
    id: draft.id,
    version: draft.version,
  } as never)
  expect((await tryAct(owner, routes, draft, 'approve')).status).toBe(409)
  expect(await stateOf(bill.id)).toBe('confirmed 70.00 0.00')
})
