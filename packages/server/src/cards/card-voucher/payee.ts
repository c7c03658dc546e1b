import { type Holder, payeeFaults } from '@chepu/contract/cards/payee'
import { compare, type Decimal, isZero, money, sumOf, withCommas } from '@chepu/contract/kernel/decimal'
import { invalid } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { Draft } from './draft'

/**
 * Refuses what the law forbids of money that is paid back: all of it at once, in cash no more than the limit, the rest to an account whose holder is recorded and is the customer, or why he is not (business/cards 4).
 * @throws Failure invalid, naming the field
 */
export async function assertPayee(tx: CallerTx, draft: Draft, refundable: Decimal): Promise<void> {
  const paid = money(sumOf(draft.tenders, ({ amount }) => amount))
  if (compare(paid, refundable) !== 0)
    invalid([{ path: 'tenders', message: `应退 ${withCommas(refundable)}，退款合计 ${withCommas(paid)}，应当相等` }])
  if (isZero(refundable)) return
  const cash = await inCash(tx, draft)
  const limit = tx.caller.org.config.cardCashRefundLimit
  if (compare(cash, limit) > 0)
    invalid([
      { path: 'tenders', message: `现金退款 ${withCommas(cash)} 超过 ${withCommas(money(limit))}，请转入客户本人账户` },
    ])
  if (compare(paid, cash) > 0) assertNamed(draft)
  const faults = payeeFaults(draft, await holderOfCard(tx, draft.partnerId))
  if (faults.length > 0) invalid(faults.map(({ field, message }) => ({ path: `header.${field}`, message })))
}

/** Whose names a customer's money may be paid to without a reason: a person's and his contacts', a company's own. */
export async function holderOfCard(tx: CallerTx, partnerId: number): Promise<Holder> {
  const row = await tx.one<Holder>({
    name: 'names-of-holder',
    text: `select p.kind = 'unit' as is_company, array[p.name] || case when p.kind = 'unit' then '{}'::text[] else
        array(select c.name from partner_contact c where c.group_id = p.group_id and c.partner_id = p.id and c.name not in ('', p.name) order by c.id) end as names
      from partner p where p.group_id = $1 and p.id = $2`,
    values: [tx.groupId, partnerId],
  })
  return row ?? { isCompany: false, names: [] }
}

async function inCash(tx: CallerTx, { tenders }: Draft): Promise<Decimal> {
  const rows = await tx.query<{ id: number }>({
    name: 'cash-accounts',
    text: `select id from store_account where group_id = $1 and org_id = $2 and kind = 'cash' and id = any ($3::bigint[])`,
    values: [tx.groupId, tx.caller.orgId, tenders.map(({ storeAccountId }) => storeAccountId)],
  })
  const accounts = new Set(rows.map(({ id }) => id))
  return money(
    sumOf(
      tenders.filter(({ storeAccountId }) => accounts.has(storeAccountId)),
      ({ amount }) => amount,
    ),
  )
}

const needed = { payeeName: '收款人', payeeBank: '开户行', payeeAccount: '收款账号', payeeIdNo: '证件号码' } as const

const fields = ['payeeName', 'payeeBank', 'payeeAccount', 'payeeIdNo'] as const

function assertNamed(draft: Draft): void {
  const missing = fields.filter((field) => draft[field] === '')
  if (missing.length > 0)
    invalid(
      missing.map((field) => ({ path: `header.${field}`, message: `退款转入客户本人账户，请填写${needed[field]}` })),
    )
}
