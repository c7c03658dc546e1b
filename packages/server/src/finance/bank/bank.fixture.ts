// What the tests of 银行对账 share: statements as WeChat, Alipay and a bank write them, with figures of nobody, and how they are sent.
import {
  type BankImport,
  bankEntries,
  bankLines,
  checkStatement,
  importStatement,
  matchLines,
  proposeMatches,
  type Proposal,
  reconciliation,
} from '@chepu/contract/finance/bank'
import { collection } from '@chepu/contract/finance/collection'
import { payment } from '@chepu/contract/finance/payment'
import { act, save, type Saved } from '../../../test/desk'
import { today } from '../../../test/finance'
import type { Client, Shop } from '../../../test/shop'
import { addDays } from '../../kernel/base/calendar'

/** A bill of WeChat: what it is, then its columns; numbers stand behind a grave accent. */
export const wechatBill = (...rows: string[]): Buffer =>
  Buffer.from(
    [
      '\ufeff微信支付账单明细,,,,,,,,,,',
      '微信昵称：[某店],,,,,,,,,,',
      '起始时间：[2026-11-01 00:00:00] 终止时间：[2026-11-30 23:59:59],,,,,,,,,,',
      `共${rows.length}笔记录,,,,,,,,,,`,
      '----------------------微信支付账单明细列表--------------------,,,,,,,,,,',
      '交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态,交易单号,商户单号,备注',
      ...rows,
    ].join('\r\n'),
  )

/** A bill of Alipay, in GBK. */
export const alipayBill = (...rows: string[]): Buffer =>
  gbk(
    [
      '------------------------------------------------------------------------------------',
      '导出信息：',
      '姓名：某店',
      '------------------------支付宝电子客户回单------------------------',
      '交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号,备注,',
      ...rows,
    ].join('\r\n'),
  )

/** A statement of a bank: 借方 leaves, 贷方 comes. */
export const bankBill = (...rows: string[]): Buffer =>
  Buffer.from(['交易日期,摘要,对方户名,借方发生额,贷方发生额,余额,流水号', ...rows].join('\n'))

/** Text as Chinese Windows writes it. */
function gbk(text: string): Buffer {
  const decoder = new TextDecoder('gbk')
  const codes = new Map<string, number[]>()
  for (let first = 0xb0; first <= 0xf7; first += 1)
    for (let second = 0xa1; second <= 0xfe; second += 1)
      codes.set(decoder.decode(Uint8Array.of(first, second)), [first, second])
  codes.set('：', [0xa3, 0xba])
  return Buffer.from([...text].flatMap((char) => codes.get(char) ?? [char.codePointAt(0) ?? 0]))
}

interface Reply {
  status: number
  msg: string
  data: BankImport
}

/** Sends a statement of an account, to be checked or taken. */
export async function sendStatement(
  origin: string,
  client: Client,
  accountId: number,
  file: Buffer,
  { write = true, columns }: { write?: boolean; columns?: Record<string, string> } = {},
): Promise<Reply> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(file)]), '流水.csv')
  const query = new URLSearchParams({
    accountId: String(accountId),
    ...(columns && { columns: JSON.stringify(columns) }),
  })
  const { path } = write ? importStatement : checkStatement
  const response = await fetch(`${origin}/api-main${path}?${query.toString()}`, {
    method: 'POST',
    headers: { token: client.token },
    body,
  })
  return { status: response.status, ...((await response.json()) as Omit<Reply, 'status'>) }
}

/** So many days ago; slips are dated no further back than three. */
export const ago = (days: number): string => addDays(today, -days)

/** A proposal as it is confirmed. */
export const groupOf = ({ way, lines, entries }: Proposal) => ({
  way,
  lineIds: lines.map(({ id }) => id),
  entryIds: entries.map(({ id }) => id),
})

/** What an owner does at 银行对账 and with money; `of` is asked at each call, when the shop is open. */
export const bankDesk = (of: () => { shop: Shop; owner: Client; partnerId: number }) => ({
  send: (accountId: number, file: Buffer, more: object = {}, client = of().owner) =>
    sendStatement(of().shop.origin, client, accountId, file, more),
  /** Money in (positive) or out of an account. */
  async moves(accountId: number, amount: string, { day = today, tradeNo = '', fee = '0' } = {}): Promise<Saved> {
    const { owner, partnerId } = of()
    const kind = amount.startsWith('-') ? payment : collection
    const header = { bizDate: day, partnerId, purpose: 'advance' as const }
    const tenders = [{ storeAccountId: accountId, amount: amount.replace('-', ''), fee, tradeNo }]
    return act(owner, kind.routes, await save(owner, kind.routes, { header, tenders }), 'approve')
  },
  lines: async (accountId: number, more: object = {}) =>
    (await of().owner.call(bankLines.list, { query: { accountId, ...more } })).rows,
  entries: async (accountId: number, more: object = {}) =>
    (await of().owner.call(bankEntries.list, { query: { accountId, ...more } })).rows,
  propose: (accountId: number) => of().owner.call(proposeMatches, { query: { accountId } }),
  match: (accountId: number, groups: object[], client = of().owner) =>
    client.ask(matchLines, { body: { accountId, groups } as never }),
  paper: (accountId: number, day = today, more: object = {}) =>
    of().owner.call(reconciliation, { query: { accountId, day, ...more } }),
})
