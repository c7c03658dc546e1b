import { bankAccounts, reconciliation, setBankStart } from '@chepu/contract/finance/bank'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newAccount, newPartner, today } from '../../../test/finance'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { addDays } from '../../kernel/base/calendar'
import { ago, bankBill, bankDesk, groupOf } from './bank.fixture'

let shop: Shop
let owner: Client
let partnerId: number
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  partnerId = await newPartner(shop, '对账客户', 3)
})
afterAll(() => shop.close())

const { send, moves, lines, propose, match, paper } = bankDesk(() => ({ shop, owner, partnerId }))

describe('对账起始日', () => {
  it('takes what moved before it as agreed on both sides', async () => {
    const id = await newAccount(shop, 'QS', 'bank')
    const bill = bankBill(
      `${ago(3)},货款,某客户,,500.00,500.00,A`,
      `${ago(3)},手续费,本行,2.00,,498.00,B`,
      `${ago(1)},货款,某客户,,30.00,528.00,C`,
      `${ago(1)},货款,某客户,,60.00,588.00,D`,
    )
    await moves(id, '500', { day: ago(3) })
    await moves(id, '-2', { day: ago(3) })
    await moves(id, '60', { day: ago(2), tradeNo: 'D' })
    await moves(id, '40', { day: ago(1) })
    await send(id, bill)
    const [old] = await lines(id, { amount: '-2.00' })
    const byNumber = (await propose(id)).proposals.filter(({ way }) => way === 'trade_no')
    expect(await match(id, byNumber.map(groupOf))).toMatchObject({ data: { matched: 1 } })
    await owner.call(setBankStart, { body: { accountId: id, startOn: ago(1) } })
    // Books 500 − 2 + 60 + 40 = 598.00, bank 588.00: 40.00 is in the books only, 30.00 in the bank only.
    expect(await paper(id)).toMatchObject({
      bookIn: [{ amount: '40.00' }],
      bookOut: [],
      bankIn: [{ amount: '30.00' }],
      bankOut: [],
      adjustedBank: '628.00',
      adjustedBook: '628.00',
      difference: '0.00',
    })
    // Two days ago the bank had not yet what it is matched with: 498.00 and 558.00.
    expect(await paper(id, ago(2))).toMatchObject({ bookIn: [{ amount: '60.00' }], bankOut: [], difference: '0.00' })
    expect(await propose(id)).toMatchObject({ openLines: 1, openEntries: 1, proposals: [] })
    expect((await owner.call(bankAccounts)).find((each) => each.accountId === id)).toMatchObject({ openLines: 1 })
    expect(await lines(id, { state: 'open' })).toMatchObject([{ amount: '30.00' }])
    expect((await lines(id, { state: 'before' })).map(({ amount }) => amount)).toEqual(['-2.00', '500.00'])
    expect(await match(id, [{ way: 'manual', lineIds: [old?.id], entryIds: [] }])).toMatchObject({ status: 400 })
    expect((await send(id, bill)).data).toMatchObject({
      added: 0,
      notes: [`2 行早于对账起始日 ${ago(1)}，视为已核对，不参与勾对`],
    })
  })

  it('is no day that has not come or cannot be; nor is that of the paper', async () => {
    const id = await newAccount(shop, 'QS2', 'bank')
    const start = (startOn: string) => owner.ask(setBankStart, { body: { accountId: id, startOn } })
    expect(await start(addDays(today, 1))).toMatchObject({ status: 400, msg: '对账起始日不能晚于今天' })
    expect(await start('1899-12-30')).toMatchObject({ status: 400, msg: '对账起始日不能早于2000-01-01' })
    expect(await start(today)).toMatchObject({ status: 200 })
    const ask = (day: string) => owner.ask(reconciliation, { query: { accountId: id, day } })
    expect(await ask('9999-12-31')).toMatchObject({ status: 400, msg: '日期不能晚于今天' })
    expect((await send(id, bankBill(`9999-12-31,a,,,5,5,1`))).data).toMatchObject({
      imported: false,
      faults: [{ row: 2, message: '第2行 日期“9999-12-31”不能晚于今天' }],
    })
  })
})

describe('what WeChat and Alipay keep', () => {
  it('is matched with the net of the slip by the number that the cashier saw', async () => {
    const id = await newAccount(shop, 'ZFB2', 'alipay')
    const no = '2026112722001'
    await moves(id, '300', { tradeNo: no, fee: '1.14' })
    const titles =
      '账务流水号,业务流水号,商户订单号,商品名称,发生时间,收入金额（+元）,支出金额（-元）,账户余额（元）,业务类型'
    const rows = [
      `39001,${no},D1,保养,${today} 00:00:01,300.00,,300.00,在线支付`,
      `39002,${no},D1,保养,${today} 00:00:01,,-1.14,298.86,收费`,
    ]
    expect((await send(id, Buffer.from([titles, ...rows].join('\n')))).data).toMatchObject({ added: 2, notes: [] })
    const { proposals } = await propose(id)
    expect(
      proposals.map(({ way, lines: bank, entries: books }) => [
        way,
        bank.map(({ amount }) => amount),
        books.map(({ amount }) => amount),
      ]),
    ).toEqual([['trade_no', ['300.00', '-1.14'], ['298.86']]])
    expect(await match(id, proposals.map(groupOf))).toMatchObject({ status: 200 })
    expect(await paper(id)).toMatchObject({ bankBalance: '298.86', bookBalance: '298.86', difference: '0.00' })
  })
})

describe('勾对', () => {
  it('says how many rows a group may have', async () => {
    const id = await newAccount(shop, 'DB', 'bank')
    const many = Array.from({ length: 501 }, (_, at) => at + 1)
    const asked = await match(id, [{ way: 'manual', lineIds: many, entryIds: [] }])
    expect(asked).toMatchObject({ status: 400, msg: expect.stringContaining('每组最多500笔银行流水') as string })
  })
})
