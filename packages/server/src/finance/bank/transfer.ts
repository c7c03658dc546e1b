// 补资金转账: what a row of the bank says went to another account of the house, or came from there (business/finance 4.3).
import type { lineCounterpart, supplementTransfer } from '@chepu/contract/finance/bank'
import { fundTransfer } from '@chepu/contract/finance/fund-transfer'
import { abs, compare, type Decimal, isNegative, money, sub } from '@chepu/contract/kernel/decimal'
import type { DataOf } from '@chepu/contract/kernel/route'
import { forbidden, invalid } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { saveAndAct } from '../../kernel/document/routes'
import type { BodyOf } from '../../kernel/http/bind'
import { moneySlips } from '../../kernel/money/repo'
import { saveSlip } from '../../kernel/money/save'
import type { SlipRequest } from '../../kernel/money/types'
import { fundTransferKind } from '../fund-transfer/actions'
import { ownAccount } from '../fund-transfer/repo'
import { confirmMatches, lineGone } from './match'
import { nearDays } from './matching'

interface Line {
  storeAccountId: number
  bizDate: string
  amount: Decimal
  tradeNo: string
  counterparty: string
  summary: string
  isOpen: boolean
}

/** A row of an account of the caller's organisation. @throws Failure invalid where there is none */
const lineOf = async (tx: CallerTx, id: number): Promise<Line> =>
  (await tx.one<Line>({
    name: 'line-of-transfer',
    text: `select n.store_account_id, n.biz_date::text as biz_date, n.amount, n.trade_no, n.counterparty, n.summary,
        n.match_id is null and n.ignore_reason = '' and n.biz_date >= b.start_on as is_open
      from bank_line n
      join bank_account b on b.group_id = n.group_id and b.store_account_id = n.store_account_id
      where n.group_id = $1 and n.org_id = $2 and n.id = $3`,
    values: [tx.groupId, tx.caller.orgId, id],
  })) ?? invalid([{ path: 'lineId', message: '银行流水不存在' }])

/** The account whose statement says that as much moved the other way. @throws Failure invalid */
export async function counterpartOf(tx: CallerTx, lineId: number): Promise<DataOf<typeof lineCounterpart>> {
  const { storeAccountId, bizDate, amount } = await lineOf(tx, lineId)
  const rows = await tx.query<{ accountId: number }>({
    name: 'counterpart-of-line',
    text: `select distinct n.store_account_id as account_id from bank_line n
      join bank_account b on b.group_id = n.group_id and b.store_account_id = n.store_account_id
      where n.group_id = $1 and n.org_id = $2 and n.store_account_id <> $3 and n.amount = -$4::numeric and abs(n.biz_date - $5::date) <= $6
        and n.match_id is null and n.ignore_reason = '' and n.biz_date >= b.start_on limit 2`,
    values: [tx.groupId, tx.caller.orgId, storeAccountId, amount, bizDate, nearDays],
  })
  return { accountId: rows.length === 1 ? (rows[0]?.accountId ?? null) : null }
}

/**
 * Posts the transfer that an open row says, and matches the two. Of what left, the fee is a part; on what came it was taken on top, where it left.
 * @throws Failure forbidden without the rights of 资金转账, invalid or refusal
 */
export async function transferOfLine(
  tx: CallerTx,
  { lineId, accountId, fee }: BodyOf<typeof supplementTransfer>,
): Promise<DataOf<typeof supplementTransfer>> {
  if (!mayPress(tx.caller, fundTransfer.buttons.add)) forbidden('您没有「资金转账单：新增」的权限')
  await ownAccount(tx, accountId, 'accountId')
  const line = await lineOf(tx, lineId)
  if (accountId === line.storeAccountId) invalid([{ path: 'accountId', message: '对方账户不能是流水所在的账户' }])
  if (!line.isOpen) lineGone()
  const moved = money(abs(line.amount))
  const isOut = isNegative(line.amount)
  if (compare(fee, moved) >= 0) invalid([{ path: 'fee', message: `手续费应小于流水金额 ${moved}` }])
  const header = {
    bizDate: line.bizDate,
    purpose: 'inside',
    accountId: isOut ? line.storeAccountId : accountId,
    counterAccountId: isOut ? accountId : line.storeAccountId,
    total: isOut ? money(sub(moved, fee)) : moved,
    fee,
    tradeNo: line.tradeNo,
    remark: [line.counterparty, line.summary].filter(Boolean).join(' ').slice(0, 255),
  }
  const slip = await saveAndAct(
    tx,
    { ...fundTransferKind, family: moneySlips },
    (_tx, body) => saveSlip(tx, fundTransferKind, body as SlipRequest),
    fundTransfer.routes.save.body.parse({ header, action: { name: 'approve' } }),
  )
  const entries = await tx.query<{ id: number }>({
    name: 'entry-of-transfer',
    text: `select id from account_ledger where group_id = $1 and doc_kind = $2 and doc_id = $3 and store_account_id = $4`,
    values: [tx.groupId, fundTransfer.kind, slip.id, line.storeAccountId],
  })
  const group = { way: 'manual' as const, lineIds: [lineId], entryIds: entries.map(({ id }) => id) }
  await confirmMatches(tx, { accountId: line.storeAccountId, groups: [group] })
  return { id: slip.id, billNo: slip.billNo }
}
