import {
  bankAccounts,
  bankEntries,
  bankLines,
  ignoreLines,
  proposeMatches,
  type Proposal,
  reconciliation,
  setBankStart,
  unmatchLines,
} from '@chepu/contract/finance/bank'
import { collection } from '@chepu/contract/finance/collection'
import { payment } from '@chepu/contract/finance/payment'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, save, tryAct } from '../../../test/desk'
import { newAccount, newPartner, today } from '../../../test/finance'
import { openBranch } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { openPlanting } from '../../../test/planting'
import { type Invariant, invariants } from '../../kernel/invariants'
import { ago, alipayBill, bankBill, bankDesk, groupOf, wechatBill } from './bank.fixture'

let shop: Shop
let owner: Client
let partnerId: number

beforeAll(async () => {
  shop = await openShop({ config: { backdateDays: 3 } })
  owner = await shop.signIn('owner')
  partnerId = await newPartner(shop, '对账客户', 3)
})
afterAll(() => shop.close())

const { send, moves, lines, entries, propose, match, paper } = bankDesk(() => ({ shop, owner, partnerId }))

describe('银行流水', () => {
  it('is read of a bill of WeChat, and a row that was imported is not imported again', async () => {
    const id = await newAccount(shop, 'WX1', 'wechat')
    const rows = [
      '2025-11-20 18:00:01,商户消费,王五,轮胎,支出,¥120.00,零钱,支付成功,`4200000000000000000000000003,`M3,/',
      '2025-11-19 09:30:00,扫二维码付款,李四,保养,收入,¥300.50,/,已存入零钱,`4200000000000000000000000002,`M2,/',
      '2025-11-19 09:00:00,扫二维码付款,赵六,洗车,收入,¥30.00,/,已关闭,`4200000000000000000000000009,`M9,/',
      '2025-11-18 08:00:00,零钱提现,工商银行,/,/,¥50.00,工商银行,提现已到账,`4200000000000000000000000001,`M1,/',
    ]
    const checked = await send(id, wechatBill(...rows), { write: false })
    expect(checked.data).toMatchObject({
      imported: false,
      rows: 3,
      added: 3,
      known: 0,
      from: '2025-11-18',
      to: '2025-11-20',
      income: '300.50',
      expense: '170.00',
      notes: ['1 行交易已关闭或未成功，未导入'],
    })
    expect((await lines(id)).length).toBe(0)
    expect((await send(id, wechatBill(...rows))).data).toMatchObject({ imported: true, added: 3 })
    expect(await lines(id)).toMatchObject([
      { bizDate: '2025-11-20', income: null, expense: '120.00', tradeNo: '4200000000000000000000000003' },
      { bizDate: '2025-11-19', income: '300.50', counterparty: '李四', summary: '扫二维码付款 保养', state: 'open' },
      { bizDate: '2025-11-18', expense: '50.00', counterparty: '工商银行' },
    ])
    const later =
      '2025-11-21 08:00:00,扫二维码付款,钱七,补胎,收入,¥40.00,/,已存入零钱,`4200000000000000000000000004,`M4,/'
    expect((await send(id, wechatBill(later, ...rows))).data).toMatchObject({ rows: 4, added: 1, known: 3 })
    expect((await lines(id, { q: '补胎' })).map(({ income }) => income)).toEqual(['40.00'])
    expect((await owner.call(bankLines.totals, { query: { accountId: id } })).sums).toMatchObject({
      income: '340.50',
      expense: '170.00',
    })
  })

  it('is read of a bill of Alipay in GBK; of rows that are alike as many come as there are', async () => {
    const id = await newAccount(shop, 'ZFB', 'alipay')
    const row = '2025-11-19 09:30:00,商业服务,李四,li***@x.com,补胎,收入,20.00,余额,交易成功,,,,'
    const neutral = '2025-11-19 10:00:00,投资理财,某基金,/,收益发放,不计收支,1.00,余额,交易成功,,,,'
    expect((await send(id, alipayBill(row, neutral))).data).toMatchObject({
      added: 1,
      notes: ['1 行不计收支，未导入'],
      sample: [{ bizDate: '2025-11-19', amount: '20.00', counterparty: '李四', summary: '商业服务 补胎' }],
    })
    expect((await send(id, alipayBill(row, row))).data).toMatchObject({ rows: 2, added: 1, known: 1 })
    expect((await send(id, alipayBill(row, row))).data).toMatchObject({ rows: 2, added: 0, known: 2 })
  })

  it('remembers of an account what its columns mean, names faults by their row, and writes nothing of such a file', async () => {
    const id = await newAccount(shop, 'NC', 'bank')
    const file = (...rows: string[]) => Buffer.from(['日子,进账,出账,网点', ...rows].join('\n'))
    const asked = await send(id, file('2025-11-19,5,,一'))
    expect(asked.data).toMatchObject({ imported: false, missing: '没有找到“交易日期”列' })
    expect(asked.data.titles).toContainEqual({ title: '进账', field: '', sample: '5' })
    const columns = { 日子: 'day', 进账: 'income', 出账: 'expense', 网点: '' }
    const faulty = await send(id, file('2025-11-19,5,,一', '2026-13-19,6,,一', '2025-11-20,x,,一'), { columns })
    expect(faulty.data).toMatchObject({
      imported: false,
      faultCount: 2,
      faults: [
        { row: 3, message: '第3行 日期“2026-13-19”无法识别' },
        { row: 4, message: '第4行 收入金额：“x”不是数字' },
      ],
    })
    expect((await send(id, file('2025-11-19,5,,一'), { columns })).data).toMatchObject({ imported: true, added: 1 })
    expect((await send(id, file('2025-11-20,,7,二'))).data).toMatchObject({ imported: true, added: 1 })
    expect((await lines(id)).map(({ amount }) => amount)).toEqual(['-7.00', '5.00'])
    expect(await send(id, file('2025-11-19,5,,一'), { columns: { 日子: 'nothing' } })).toMatchObject({ status: 400 })
    expect((await send(id, Buffer.from('日期,金额\n'))).data).toMatchObject({
      imported: false,
      missing: '文件中没有流水',
    })
  })
})

describe('勾对 and 余额调节表', () => {
  it('reconciles a month with rows that are open on both sides, by figures written out', async () => {
    // The books: 1000.00 before; +500.00 +88.00 −200.00 +60.00 +40.00 +33.00 −12.00 = 1509.00.
    const id = await newAccount(shop, 'GH', 'bank', '1000')
    await moves(id, '500', { day: ago(3), tradeNo: 'T500' })
    await moves(id, '88', { day: ago(3) })
    const paid = await moves(id, '-200', { day: ago(2) })
    await moves(id, '60', { day: ago(1) })
    await moves(id, '40', { day: ago(1) })
    await moves(id, '33', { day: today })
    await moves(id, '-12', { day: today })
    // The bank: 1000.00 +500.00 +88.00 −200.00 +100.00 −5.00 (fee) +3.21 (interest) = 1486.21.
    const bill = bankBill(
      `${ago(3)},货款,某客户,,500.00,1500.00,T500`,
      `${ago(2)},货款,某客户,,88.00,1588.00,B2`,
      `${ago(2)},材料,某供应商,200.00,,1388.00,B3`,
      `${today},收单结算,银联,,100.00,1488.00,B4`,
      `${today},手续费,本行,5.00,,1483.00,B5`,
      `${today},利息,本行,,3.21,1486.21,B6`,
    )
    expect((await send(id, bill)).data).toMatchObject({ imported: true, added: 6 })
    const { proposals, openLines, openEntries } = await propose(id)
    expect({ openLines, openEntries }).toEqual({ openLines: 6, openEntries: 7 })
    expect(
      proposals.map(({ way, lines: bank, entries: books }) => [
        way,
        bank[0]?.amount,
        books.map(({ amount }) => amount),
      ]),
    ).toEqual([
      ['trade_no', '500.00', ['500.00']],
      ['amount', '88.00', ['88.00']],
      ['amount', '-200.00', ['-200.00']],
      ['batch', '100.00', ['60.00', '40.00']],
    ])
    expect(await match(id, proposals.map(groupOf))).toMatchObject({ status: 200, data: { matched: 4 } })
    expect(await match(id, [groupOf(proposals[0] as Proposal)])).toMatchObject({
      status: 400,
      msg: '有流水已被勾对、忽略或撤回，请刷新后重试',
    })
    expect((await lines(id, { state: 'open' })).map(({ amount }) => amount)).toEqual(['3.21', '-5.00'])
    expect((await entries(id, { state: 'open' })).map(({ amount }) => amount)).toEqual(['-12.00', '33.00'])
    expect(await paper(id)).toMatchObject({
      bankBalance: '1486.21',
      bankBalanceOf: 'statement',
      bookBalance: '1509.00',
      bookIn: [{ bizDate: today, amount: '33.00' }],
      bookOut: [{ amount: '12.00' }],
      bankIn: [{ amount: '3.21', text: '本行 利息' }],
      bankOut: [{ amount: '5.00' }],
      sums: { bookIn: '33.00', bookOut: '12.00', bankIn: '3.21', bankOut: '5.00' },
      // 1486.21 + 33.00 − 12.00 and 1509.00 + 3.21 − 5.00.
      adjustedBank: '1507.21',
      adjustedBook: '1507.21',
      difference: '0.00',
    })
    // Three days ago the bank had 1500.00 and the books 1588.00: 88.00 came to the bank a day later.
    expect(await paper(id, ago(3))).toMatchObject({
      bankBalance: '1500.00',
      bookBalance: '1588.00',
      bookIn: [{ amount: '88.00' }],
      adjustedBank: '1588.00',
      difference: '0.00',
    })
    expect(await paper(id, today, { bankBalance: '1486.00' })).toMatchObject({
      bankBalanceOf: 'typed',
      difference: '-0.21',
    })
    const refusal = { status: 400, msg: `单据 ${paid.billNo} 已与银行对账，请先取消勾对` }
    expect(await tryAct(owner, payment.routes, paid, 'unapprove')).toMatchObject(refusal)
    expect(await tryAct(owner, payment.routes, paid, 'reverse')).toMatchObject(refusal)
    const [held] = (await lines(id)).filter(({ amount }) => amount === '-200.00')
    const undo = { accountId: id, matchIds: [held?.matchId as number] }
    expect(await owner.ask(unmatchLines, { body: undo })).toMatchObject({ status: 200, data: { unmatched: 1 } })
    expect(await owner.ask(unmatchLines, { body: undo })).toMatchObject({ msg: '有勾对已被取消，请刷新后重试' })
    await act(owner, payment.routes, paid, 'unapprove')
    expect((await entries(id)).map(({ amount }) => amount)).not.toContain('-200.00')
    expect(await paper(id)).toMatchObject({ bookBalance: '1709.00', difference: '0.00' })
  })

  it('lets several rows be matched by hand where the sums are equal, and others be left out with a reason', async () => {
    const id = await newAccount(shop, 'SG', 'bank')
    await moves(id, '70')
    await moves(id, '50')
    const bill = bankBill(
      `${today},a,,,100,100,1`,
      `${today},b,,,20,120,2`,
      `${today},内部,,,9,129,3`,
      `${today},内部,,9,,120,4`,
    )
    await send(id, bill)
    const bank = await lines(id)
    const of = (...amounts: string[]) => bank.filter(({ amount }) => amounts.includes(amount)).map((row) => row.id)
    const books = (await entries(id)).map((row) => row.id)
    const manual = (lineIds: number[], entryIds: number[]) => [{ way: 'manual', lineIds, entryIds }]
    expect(await match(id, manual(of('100.00'), books))).toMatchObject({
      msg: '银行流水合计 100 与账面流水合计 120 不相等，不能勾对',
    })
    expect(await match(id, manual(of('100.00', '100.00'), []))).toMatchObject({ msg: '至少选择两笔流水才能勾对' })
    expect(
      await match(id, [...manual(of('100.00', '20.00'), books), ...manual(of('100.00', '20.00'), books)]),
    ).toMatchObject({
      msg: '第2组的流水重复',
    })
    expect(await match(id, manual(of('100.00', '20.00'), books))).toMatchObject({ status: 200 })
    // What came and left again is set off without the books.
    expect(await match(id, manual(of('9.00', '-9.00'), []))).toMatchObject({ status: 200 })
    await send(id, bankBill(`${today},尾差,,,0.01,120.01,5`))
    const [odd] = await lines(id, { state: 'open' })
    const ignore = (reason: string) =>
      owner.ask(ignoreLines, { body: { accountId: id, lineIds: [odd?.id as number], reason } })
    expect(await ignore('银行尾差')).toMatchObject({ status: 200 })
    expect(await lines(id, { state: 'ignored' })).toMatchObject([{ ignoreReason: '银行尾差' }])
    expect(await paper(id)).toMatchObject({ bankIn: [{ amount: '0.01', reason: '银行尾差' }], difference: '0.00' })
    expect(await ignore('')).toMatchObject({ status: 200 })
    expect(await lines(id, { state: 'open' })).toHaveLength(1)
    expect(await owner.ask(ignoreLines, { body: { accountId: id, lineIds: of('9.00'), reason: 'x' } })).toMatchObject({
      msg: '有流水已勾对，请刷新后重试',
    })
  })

  it('waits for what is being undone, and is waited for: never both', async () => {
    const id = await newAccount(shop, 'JZ', 'bank')
    for (const amount of ['11', '12', '13']) {
      const slip = await moves(id, amount)
      await send(id, bankBill(`${today},a,,,${amount},,R${amount}`))
      const { proposals } = await propose(id)
      const [matched, undone] = await Promise.all([
        match(id, proposals.map(groupOf)),
        tryAct(owner, collection.routes, slip, 'unapprove'),
      ])
      expect([matched.status, undone.status].toSorted()).toEqual([200, 400])
    }
  })

  it('says the bank’s balance itself where its file has none, from the day on which it began', async () => {
    const id = await newAccount(shop, 'WX2', 'wechat', '15')
    await moves(id, '85', { day: ago(2) })
    await send(id, wechatBill(`${ago(1)} 09:30:00,收款,李四,保养,收入,¥30.00,/,已存入零钱,\`42,\`M2,/`))
    expect(await paper(id)).toMatchObject({
      startOn: ago(1),
      bankBalance: '130.00',
      bankBalanceOf: 'reckoned',
      bookBalance: '100.00',
    })
    expect(await entries(id)).toEqual([])
    await owner.call(setBankStart, { body: { accountId: id, startOn: ago(2) } })
    expect(await paper(id)).toMatchObject({ bankBalance: '45.00', bookIn: [{ amount: '85.00' }], difference: '0.00' })
    const row = (await owner.call(bankAccounts)).find((each) => each.accountId === id)
    expect(row).toMatchObject({ startOn: ago(2), lastDay: ago(1), openLines: 1, openEntries: 1 })
  })
})

describe('who may reconcile', () => {
  it('knows neither the account nor the rows of another organisation', async () => {
    const id = await newAccount(shop, 'BJ', 'bank')
    await moves(id, '5')
    await send(id, bankBill(`${today},a,,,5,5,1`))
    const { proposals } = await propose(id)
    const groups = proposals.map(groupOf)
    const { orgId } = await openBranch(shop)
    const stranger = await shop.signIn('owner', orgId)
    expect((await stranger.call(bankAccounts)).map((row) => row.accountId)).not.toContain(id)
    for (const route of [bankLines.list, bankEntries.list, proposeMatches] as const)
      expect(await stranger.ask(route, { query: { accountId: id } })).toMatchObject({ status: 404 })
    expect(await stranger.ask(reconciliation, { query: { accountId: id, day: today } })).toMatchObject({ status: 404 })
    expect(await match(id, groups, stranger)).toMatchObject({ status: 404 })
    expect(await send(id, bankBill(`${today},a,,,5,5,9`), {}, stranger)).toMatchObject({ status: 404 })
    const start = { accountId: id, startOn: today }
    expect(await stranger.ask(setBankStart, { body: start })).toMatchObject({ status: 404 })
    // Rows of this account do not pass for those of an account of his own.
    const own = await newAccount(shop, 'BJ2', 'bank')
    expect(await match(own, groups)).toMatchObject({ msg: '有流水已被勾对、忽略或撤回，请刷新后重试' })
    const lineIds = (await lines(id)).map((row) => row.id)
    expect(await owner.ask(ignoreLines, { body: { accountId: own, lineIds, reason: 'x' } })).toMatchObject({
      status: 400,
    })
    expect(await send(shop.cashId, bankBill(`${today},a,,,5,5,1`))).toMatchObject({ status: 404 })
  })

  it('is not for who has no such page', async () => {
    const seller = await shop.signIn('salesperson')
    expect(await seller.ask(bankAccounts)).toMatchObject({ status: 403 })
    expect(await match(shop.cashId, [{ way: 'manual', lineIds: [1, 2], entryIds: [] }], seller)).toMatchObject({
      status: 403,
    })
    const accountant = await shop.signIn('cashier_accountant')
    expect(await accountant.ask(bankAccounts)).toMatchObject({ status: 200 })
  })
})

describe('what must hold of matches', () => {
  it('is noticed where a row is spoilt', async () => {
    const id = await newAccount(shop, 'BB', 'bank')
    await moves(id, '5')
    await send(id, bankBill(`${today},a,,,5,5,1`))
    await match(id, (await propose(id)).proposals.map(groupOf))
    const [asked] = (await invariants()).filter(({ name }) => name.startsWith('i75'))
    const planting = await openPlanting(shop)
    const plant = (sql: string) => planting.plant(sql, [asked as Invariant])
    const line = `group_id = ${shop.groupId} and store_account_id = ${id}`
    const ofMatch = `group_id = ${shop.groupId} and match_id = (select match_id from bank_line where ${line})`
    expect(await plant(`update bank_line set amount = amount + 1 where ${line}`)).toBe('i75')
    expect(await plant(`update bank_line set match_id = null where ${line}`)).toBe('i75')
    expect(await plant(`update bank_match set store_account_id = ${shop.cashId} where ${line}`)).toBe('i75')
    expect(await plant(`delete from bank_match_entry where ${ofMatch}`)).toBe('i75')
    expect(await plant(`update account_ledger set amount = amount + 1 where ${line}`)).toBe('i75')
    const account = `group_id = ${shop.groupId} and id = ${id}`
    expect(await plant(`update store_account set is_reconciled = false where ${account}`)).toBe('i75')
    await planting.close()
  })
})

describe('what the bank says and the books miss', () => {
  it('is posted on its day however long ago that is, but nothing else of that day', async () => {
    const id = await newAccount(shop, 'LATE', 'bank', '500')
    const day = ago(9)
    await send(id, bankBill(`${day},货款,客户甲,,88.00,588.00,L1`, `${day},租金,房东,30.50,,557.50,L2`))
    const tooLate = `业务日期 ${day} 超出允许补录的 3 天`
    const slip = async (kind: typeof collection | typeof payment, amount: string, fee = '0') =>
      save(owner, kind.routes, {
        header: { bizDate: day, partnerId, purpose: 'advance' as const },
        tenders: [{ storeAccountId: id, amount, fee }],
      })
    const approve = async (kind: typeof collection | typeof payment, amount: string, fee = '0') =>
      tryAct(owner, kind.routes, await slip(kind, amount, fee), 'approve')
    expect(await approve(collection, '87')).toMatchObject({ status: 400, msg: tooLate })
    expect(await approve(payment, '88')).toMatchObject({ status: 400, msg: tooLate })
    // The channel kept 0.60 of 88.60; 0.50 were added to 30.00.
    const came = await slip(collection, '88.6', '0.6')
    expect(await tryAct(owner, collection.routes, came, 'approve')).toMatchObject({ status: 200 })
    expect(await approve(payment, '30', '0.5')).toMatchObject({ status: 200 })
    const [found] = await lines(id, { q: '客户甲' })
    const [entry] = (await entries(id)).filter(({ income }) => income === '88.00')
    const group = { way: 'manual', lineIds: [found?.id], entryIds: [entry?.id] }
    expect(await match(id, [group])).toMatchObject({ status: 200 })
    expect(await approve(collection, '88')).toMatchObject({ status: 400, msg: tooLate })
  })
})
