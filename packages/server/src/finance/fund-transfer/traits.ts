import { fundTransfer, isEnteredTransfer, transferPurposes } from '@chepu/contract/finance/fund-transfer'
import { compare, isZero, money } from '@chepu/contract/kernel/decimal'
import { sql } from 'kysely'
import { invalid, refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { MoneyTraits, SlipRequest } from '../../kernel/money/types'
import { ownAccount, sisterBy } from './repo'

/** The one account that money leaves, with what is taken on top. */
const tendersOf = ({ header }: SlipRequest) => [
  {
    storeAccountId: header['accountId'] as number,
    amount: String(header['total']),
    fee: String(header['fee']),
    tradeNo: String(header['tradeNo']),
  },
]

const account = (column: 'account_id' | 'counter_account_id') =>
  sql`(select n.name from store_account n where n.group_id = d.group_id and n.id = ${sql.ref(`d.${column}`)})`
const sister = sql`(select n.name from org n where n.group_id = d.group_id and n.id = d.counter_org_id)`

/** 资金转账单 on the server (business/money-slips 3). */
export const fundTransferTraits: MoneyTraits<typeof fundTransfer> = {
  def: fundTransfer,
  purposes: transferPurposes,
  tenders: tendersOf,
  figures({ header }) {
    const total = money(String(header['total']))
    const advance = header.purpose === 'to_sister' ? total : '0.00'
    return { total, fee: money(String(header['fee'])), writtenOff: '0.00', discount: '0.00', advance }
  },
  async check(tx, { header }, { total, fee }) {
    if (!isEnteredTransfer(header.purpose)) refuse('兄弟企业转入由确认转入生成，不能手工录入')
    await ownAccount(tx, header['accountId'] as number, 'header.accountId')
    if (isZero(total)) invalid([{ path: 'header.total', message: '金额必须大于0' }])
    if (compare(fee, total) > 0) invalid([{ path: 'header.fee', message: '手续费不能大于金额' }])
    if (header.purpose === 'inside') await checkInside(tx, header)
  },
  // What one purpose has the other has not, whatever was sent.
  async complete(tx, { header }) {
    if (header.purpose === 'inside') return { partnerId: null, counterOrgId: null }
    const { orgId } = await sisterOf(tx, header.partnerId)
    return { counterAccountId: null, counterOrgId: orgId }
  },
  answers: async (tx, id) => (await namesOf(tx, id)) ?? {},
  columns: {
    outName: sql`case when d.purpose = 'from_sister' then ${sister} else ${account('account_id')} end`,
    inName: sql`case d.purpose when 'from_sister' then ${account('account_id')} when 'to_sister' then ${sister}
      else ${account('counter_account_id')} end`,
  },
}

async function checkInside(tx: CallerTx, header: SlipRequest['header']): Promise<void> {
  const to = header['counterAccountId']
  if (typeof to !== 'number') return invalid([{ path: 'header.counterAccountId', message: '请选择转入账户' }])
  if (to === header['accountId']) invalid([{ path: 'header.counterAccountId', message: '转入账户不能与转出账户相同' }])
  await ownAccount(tx, to, 'header.counterAccountId')
}

async function sisterOf(tx: CallerTx, partnerId: number | null | undefined): Promise<{ orgId: number }> {
  const found = typeof partnerId === 'number' ? await sisterBy(tx, partnerId) : undefined
  return found ?? invalid([{ path: 'header.partnerId', message: '请选择要转入的兄弟企业' }])
}

const namesOf = (tx: CallerTx, id: number): Promise<Record<string, unknown> | undefined> =>
  tx.one({
    name: 'names-of-fund-transfer',
    text: `select s.name as org_name, a.name as account_name, c.name as counter_account_name, o.name as counter_org_name from money_slip d
      join org s on s.group_id = d.group_id and s.id = d.org_id
      left join store_account a on a.group_id = d.group_id and a.id = d.account_id
      left join store_account c on c.group_id = d.group_id and c.id = d.counter_account_id
      left join org o on o.group_id = d.group_id and o.id = d.counter_org_id
      where d.group_id = $1 and d.id = $2`,
    values: [tx.groupId, id],
  })
