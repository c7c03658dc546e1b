import { claimConfirmation } from '@chepu/contract/warranty/claim-confirmation'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimingAt } from '../../test/claims'
import { act } from '../../test/desk'
import { warrantyOf } from '../../test/warranty'
import { workshopOf } from '../../test/workshop'
import { type Imports, openImports, xlsx } from './importing.fixture'

const { routes } = claimConfirmation
const header = ['三包单号*', '行号*', '确认金额*', '原因']
let importing: Imports
let desk: ReturnType<typeof claimingAt>
beforeAll(async () => {
  importing = await openImports()
  const { shop, owner } = importing
  const { partnerId } = await workshopOf(shop)
  desk = claimingAt(owner, await warrantyOf(shop), partnerId)
})
afterAll(() => importing.close())

const bill = () => desk.bill(['600', '400', '120'], importing.shop.parts.pad)
const run = async (rows: (string | null)[][], more: object = {}) =>
  importing.run('claim_answer', await xlsx(header, ...rows), more)
const faultsOf = ({ data }: Awaited<ReturnType<typeof run>>) =>
  data.faults.map(({ row, column, message }) => `${row} ${column}: ${message}`)
const said = async (id: number) =>
  (await importing.owner.call(routes.read, { params: { id } })).verdicts.map(
    ({ billLineNo, billSection, confirmedAmount, reason }) => [billSection, billLineNo, confirmedAmount, reason],
  )

it('answers a claim: shown first, then a draft, whose lines are changed with 覆盖', async () => {
  const { id, billNo } = await bill()
  const claim = await desk.sent([id])
  const rows = [
    [billNo, '1', '600', null],
    [billNo, '2', '250', '按厂家价'],
    [billNo, '3', '0', '无依据'],
  ]
  const checked = await importing.check('claim_answer', await xlsx(header, ...rows))
  expect(checked.data).toMatchObject({ imported: false, added: 3, updated: 0, faults: [] })
  // 600 + 400 + 120, and 600 + 250 + 0.
  expect(checked.data.summary).toBe('3 行，申报 1,120.00，确认 850.00，差额 −270.00')
  const done = await run(rows)
  expect(done.data).toMatchObject({ imported: true, added: 3 })
  const draftId = done.data.documents[0]?.id as number
  expect(await said(draftId)).toEqual([
    ['labour', 1, '600.00', ''],
    ['materials', 2, '250.00', '按厂家价'],
    ['extras', 3, '0.00', '无依据'],
  ])
  const draftNo = done.data.documents[0]?.billNo
  // The draft has the other lines of the bill already.
  const more = [[billNo, '3', '20', '按厂家价']]
  expect(faultsOf(await run(more))).toEqual([`2 行号: 已录入厂家确认单 ${draftNo}，如需更新请勾选“覆盖”`])
  expect((await run(more, { overwrite: true })).data).toMatchObject({ imported: true, added: 0, updated: 1 })
  expect((await said(draftId))[2]).toEqual(['extras', 3, '20.00', '按厂家价'])
  const { header: head } = await importing.owner.call(routes.read, { params: { id: draftId } })
  const confirmed = await act(importing.owner, routes, { id: draftId, version: head.version }, 'confirm')
  expect(confirmed.state).toBe('done')
  expect(faultsOf(await run([[billNo, '1', '600', null]]))).toEqual([`2 行号: 三包单 ${billNo} 第1行 已确认过`])
  expect(claim.id).toBe(head.claimId)
})

it('names the lines of a bill that are left out', async () => {
  const [one, other] = [await bill(), await bill()]
  await desk.sent([one.id, other.id])
  const rows = [
    [one.billNo, '1', '600', null],
    [one.billNo, '2', '400', null],
    [one.billNo, '3', '120', null],
    [other.billNo, '2', '400', null],
  ]
  const { data } = await run(rows)
  expect(data).toMatchObject({ imported: false, summary: '', documents: [] })
  expect(data.faults).toEqual([
    { row: 5, column: '三包单号', message: `三包单 ${other.billNo} 第1、3行 没有答复，同一三包单的明细须一次答复` },
  ])
})

it('names what is wrong by row and column, and then enters nothing', async () => {
  const [one, other, unsent] = [await bill(), await bill(), await bill()]
  await desk.sent([one.id])
  const claim = await desk.sent([other.id])
  expect(
    faultsOf(
      await run([
        [one.billNo, '1', '600', null],
        ['SB0', '1', '1', null],
        [unsent.billNo, '1', '600', null],
        [other.billNo, '1', '600', null],
      ]),
    ),
  ).toEqual([
    `2 三包单号: 三包单 ${one.billNo} 第2、3行 没有答复，同一三包单的明细须一次答复`,
    '3 三包单号: 三包单 SB0 不存在',
    `4 三包单号: 三包单 ${unsent.billNo} 没有在已发送的索赔单中`,
    expect.stringContaining(`5 三包单号: 三包单 ${other.billNo} 在索赔单 ${claim.billNo}，与第2行的索赔单 `),
  ])
  expect(
    faultsOf(
      await run([
        [one.billNo, '1', '-5', null],
        [one.billNo, '1', '500', null],
        [one.billNo, '4', '1', null],
        [one.billNo, '2', '400', null],
        [one.billNo, '2', '400', null],
      ]),
    ),
  ).toEqual([
    '2 确认金额: 金额应不小于0，且最多2位小数',
    `3 原因: 三包单 ${one.billNo} 第1行 与申报不一致，请填写原因`,
    `4 行号: 三包单 ${one.billNo} 没有第4行`,
    `6 行号: 三包单 ${one.billNo} 第2行 重复`,
  ])
  const buyer = await importing.shop.signIn('buyer')
  expect((await run([[one.billNo, '1', '600', null]], { client: buyer })).status).toBe(403)
})

it('names at once what is wrong with bills, with lines and with what is said to them', async () => {
  const [waiting, done, unsent] = [await bill(), await bill(), await bill()]
  const { id: claimId } = await desk.sent([waiting.id, done.id])
  const agreed = (no: string, ...lines: string[]) =>
    lines.map((lineNo, i) => [no, lineNo, ['600', '400', '120'][i] ?? '', null])
  const { data } = await run(agreed(done.billNo, '1', '2', '3'))
  const id = data.documents[0]?.id as number
  const { header: head } = await importing.owner.call(routes.read, { params: { id } })
  await act(importing.owner, routes, { id, version: head.version }, 'confirm')
  const draft = await desk.answer(claimId)
  expect(
    faultsOf(
      await run([
        [unsent.billNo, '1', '600', null],
        [waiting.billNo, '9', '1', null],
        [done.billNo, '1', '600', null],
        [waiting.billNo, '2', '500', null],
        [waiting.billNo, '3', '120', null],
      ]),
    ),
  ).toEqual([
    `2 三包单号: 三包单 ${unsent.billNo} 没有在已发送的索赔单中`,
    `3 行号: 三包单 ${waiting.billNo} 没有第9行`,
    `4 行号: 三包单 ${done.billNo} 第1行 已确认过`,
    expect.stringContaining(`5 原因: 三包单 ${waiting.billNo} 第2行 与申报不一致`),
    `5 行号: 已录入厂家确认单 ${draft.billNo}，如需更新请勾选“覆盖”`,
    `6 行号: 已录入厂家确认单 ${draft.billNo}，如需更新请勾选“覆盖”`,
  ])
})
