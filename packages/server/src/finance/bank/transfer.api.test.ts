// 补资金转账: money between two accounts of the house, as either statement says it (business/finance 4.3).
import { button } from '@chepu/contract/access/catalogue'
import { type BankLineRow, ignoreLines, lineCounterpart, supplementTransfer } from '@chepu/contract/finance/bank'
import { fundTransfer } from '@chepu/contract/finance/fund-transfer'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tryAct } from '../../../test/desk'
import { newAccount, newPartner } from '../../../test/finance'
import { openBranch, withdraw, worker } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { ago, bankBill, bankDesk, groupOf, wechatBill } from './bank.fixture'

let shop: Shop
let owner: Client
let partnerId: number
beforeAll(async () => {
  shop = await openShop({ config: { backdateDays: 3 } })
  owner = await shop.signIn('owner')
  partnerId = await newPartner(shop, '对账客户', 3)
})
afterAll(() => shop.close())

const { send, lines, entries, propose, match } = bankDesk(() => ({ shop, owner, partnerId }))

/** A wallet and a bank account with money, whose statements are imported. */
async function accounts(name: string, ofWallet: string[], ofBank: string[]) {
  const wallet = await newAccount(shop, `${name}微信`, 'wechat', '1000')
  const bank = await newAccount(shop, `${name}银行`, 'bank', '1000')
  if (ofWallet.length > 0) await send(wallet, wechatBill(...ofWallet))
  if (ofBank.length > 0) await send(bank, bankBill(...ofBank))
  return { wallet, bank }
}
const withdrawal = (amount: string, no: string, day = ago(9)) =>
  `${day} 08:00:00,零钱提现,工商银行,/,/,¥${amount},工商银行,提现已到账,\`${no},\`M${no},/`
const firstLine = async (accountId: number) => (await lines(accountId, { state: 'open' }))[0] as BankLineRow
const supplement = (lineId: number, accountId: number, fee = '0', client = owner) =>
  client.ask(supplementTransfer, { body: { lineId, accountId, fee } })
const counterpart = async (lineId: number, client = owner) =>
  (await client.call(lineCounterpart, { query: { lineId } })).accountId
const read = (id: number) => owner.call(fundTransfer.routes.read, { params: { id } })
const made = async () =>
  (await owner.call(fundTransfer.routes.list, { query: { page: 1, rows: 100 } as never })).rows.length

it('posts what left on the day of the row, however long ago, and matches it; the other statement then matches by itself', async () => {
  const day = ago(9)
  const { wallet, bank } = await accounts(
    '提现',
    [withdrawal('500.00', '42')],
    [`${day},转账,微信支付,,500.00,1500.00,B1`],
  )
  const line = await firstLine(wallet)
  expect(await counterpart(line.id)).toBe(bank)
  const answer = await supplement(line.id, bank)
  expect(answer).toMatchObject({ status: 200, data: { billNo: expect.stringMatching(/^ZJ/) } })
  const { id } = answer.data
  expect((await read(id)).header).toMatchObject({
    state: 'done',
    bizDate: day,
    purpose: 'inside',
    accountId: wallet,
    counterAccountId: bank,
    total: '500.00',
    fee: '0.00',
    tradeNo: '42',
    remark: '工商银行 零钱提现',
  })
  expect([await shop.books.account(wallet), await shop.books.account(bank)]).toEqual(['500.00', '1500.00'])
  expect(await lines(wallet)).toMatchObject([{ state: 'matched', way: 'manual' }])
  expect(await entries(wallet)).toMatchObject([{ docId: id, state: 'matched' }])
  const { proposals } = await propose(bank)
  expect(proposals).toMatchObject([{ way: 'amount', lines: [{ amount: '500.00' }], entries: [{ amount: '500.00' }] }])
  expect(await match(bank, proposals.map(groupOf))).toMatchObject({ status: 200 })
  // As any other that is reconciled it is not taken back.
  const { header } = await read(id)
  expect(await tryAct(owner, fundTransfer.routes, header, 'reverse')).toMatchObject({
    msg: `单据 ${header.billNo} 已与银行对账，请先取消勾对`,
  })
})

it('takes the fee out of what left, and on top of what came where it left', async () => {
  const day = ago(1)
  const out = await accounts('扣费', [withdrawal('500.00', '43', day)], [`${day},转账,微信支付,,499.50,1499.50,B1`])
  const left = await firstLine(out.wallet)
  expect(await counterpart(left.id)).toBeNull()
  const sent = (await supplement(left.id, out.bank, '0.5')).data
  expect((await read(sent.id)).header).toMatchObject({ total: '499.50', fee: '0.50' })
  expect(await shop.books.pnl('fund_transfer', sent.id)).toEqual({ other_expense: '0.50' })
  expect([await shop.books.account(out.wallet), await shop.books.account(out.bank)]).toEqual(['500.00', '1499.50'])
  expect((await propose(out.bank)).proposals).toHaveLength(1)

  const into = await accounts('到账', [], [`${day},转账,支付宝,,200.00,1200.00,B2`])
  const came = (await supplement((await firstLine(into.bank)).id, into.wallet, '0.2')).data
  expect((await read(came.id)).header).toMatchObject({
    accountId: into.wallet,
    counterAccountId: into.bank,
    total: '200.00',
    fee: '0.20',
    tradeNo: 'B2',
  })
  expect([await shop.books.account(into.wallet), await shop.books.account(into.bank)]).toEqual(['799.80', '1200.00'])
  expect(await lines(into.bank)).toMatchObject([{ state: 'matched' }])
  // Cash that was brought to the bank is no statement's, and is a transfer all the same.
  const till = await newAccount(shop, '存现钱箱', 'cash', '300')
  await send(into.bank, bankBill(`${day},存现,本行,,100.00,1300.00,B3`))
  expect(await supplement((await firstLine(into.bank)).id, till)).toMatchObject({ status: 200 })
  expect(await shop.books.account(till)).toBe('200.00')
})

it('names the other account only where one statement alone says it', async () => {
  const day = ago(1)
  const { wallet } = await accounts(
    '两家',
    [withdrawal('77.00', '44', day)],
    [`${day},转账,微信支付,,77.00,1077.00,B1`],
  )
  const line = await firstLine(wallet)
  expect(await counterpart(line.id)).not.toBeNull()
  await accounts('第二', [], [`${day},转账,微信支付,,77.00,1077.00,B1`])
  expect(await counterpart(line.id)).toBeNull()
})

it('says what is wrong, and leaves nothing behind then', async () => {
  const { wallet, bank } = await accounts('有误', [withdrawal('5000.00', '45')], [])
  const { id } = await firstLine(wallet)
  const { orgId } = await openBranch(shop)
  const elsewhere = await newAccount(shop, '分店对方', 'bank', '0', orgId)
  const before = await made()
  const said = async (accountId: number, fee?: string) => {
    const { status, errors } = await supplement(id, accountId, fee)
    return [status, errors?.[0]?.path, errors?.[0]?.message]
  }
  expect(await said(wallet)).toEqual([400, 'accountId', '对方账户不能是流水所在的账户'])
  expect(await said(elsewhere)).toEqual([400, 'accountId', '账户不存在或不属于当前企业'])
  expect(await said(bank, '5000')).toEqual([400, 'fee', '手续费应小于流水金额 5000.00'])
  expect(await supplement(id, bank)).toMatchObject({ status: 400, msg: '账户 有误微信 余额不足' })
  expect(await made()).toBe(before)
  expect(await lines(wallet)).toMatchObject([{ state: 'open' }])
  const stranger = await shop.signIn('owner', orgId)
  const unknown = { status: 400, errors: [{ path: 'lineId', message: '银行流水不存在' }] }
  expect(await supplement(id, elsewhere, '0', stranger)).toMatchObject(unknown)
  expect(await stranger.ask(lineCounterpart, { query: { lineId: id } })).toMatchObject(unknown)
  await owner.call(ignoreLines, { body: { accountId: wallet, lineIds: [id], reason: '重复' } })
  expect(await supplement(id, bank)).toMatchObject({
    status: 400,
    msg: '有流水已被勾对、忽略或撤回，请刷新后重试',
  })
})

it('is done once by two at the same time', async () => {
  const { wallet, bank } = await accounts('同时', [withdrawal('60.00', '46')], [])
  const { id } = await firstLine(wallet)
  const before = await made()
  const answers = await Promise.all([supplement(id, bank), supplement(id, bank)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(await made()).toBe(before + 1)
  expect(await shop.books.account(wallet)).toBe('940.00')
})

it('is for who may match and may transfer', async () => {
  const { wallet, bank } = await accounts('权限', [withdrawal('9.00', '47')], [])
  const { id } = await firstLine(wallet)
  const seller = await shop.signIn('salesperson')
  expect(await supplement(id, bank, '0', seller)).toMatchObject({ status: 403 })
  expect(await seller.ask(lineCounterpart, { query: { lineId: id } })).toMatchObject({ status: 403 })
  const cashier = await worker(shop, 'cashier_accountant')
  await withdraw(shop, cashier, { buttons: [button('fund_transfer', 'approve')] })
  expect(await supplement(id, bank, '0', cashier.client)).toMatchObject({
    status: 403,
    msg: '您没有资金转账单「审核」的权限',
  })
  await withdraw(shop, cashier, { buttons: [button('fund_transfer', 'add')] })
  expect(await supplement(id, bank, '0', cashier.client)).toMatchObject({
    status: 403,
    msg: '您没有「资金转账单：新增」的权限',
  })
  await withdraw(shop, cashier, {})
  expect(await supplement(id, bank, '0', cashier.client)).toMatchObject({ status: 200 })
})
