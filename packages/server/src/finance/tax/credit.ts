import type { setTaxCredit } from '@chepu/contract/finance/tax-register'
import { monthText } from '@chepu/contract/kernel/calendar'
import { shanghaiDay } from '../../kernel/base/calendar'
import { invalid } from '../../kernel/base/errors'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'
import { periodOf } from '../../kernel/ledgers/types'
import type { TaxCredit } from './register'
import { taxpayersOf } from './taxpayers'

/** Credits of a company that were set, by month. */
export const creditsOf = (tx: CallerTx, companyId: number): Promise<TaxCredit[]> =>
  tx.query({
    name: 'tax-credits',
    text: 'select company_id, month, credit from tax_credit where group_id = $1 and company_id = $2 order by month',
    values: [tx.groupId, companyId],
  })

/**
 * 上期留抵: what a company carried over into a month as it was declared, or with null what the months before come to again (business/tax 1).
 * @throws Failure invalid where it is no general taxpayer, or not seen as a whole, and of a month that is over or still to come
 */
export async function saveCredit(
  tx: CallerTx,
  { companyId, month, credit, remark }: BodyOf<typeof setTaxCredit>,
): Promise<{ companyId: number }> {
  const [taxpayer] = await taxpayersOf(tx, `c${companyId}`)
  if (!taxpayer) invalid([{ path: 'companyId', message: '纳税主体不存在' }])
  if (!taxpayer.isWhole)
    invalid([{ path: 'companyId', message: `您只能查看 ${taxpayer.name} 的部分门店，不能设置留抵` }])
  if (taxpayer.kind === 'small')
    invalid([{ path: 'companyId', message: `${taxpayer.name} 是小规模纳税人，没有留抵税额` }])
  await assertOpenMonth(tx, companyId, month)
  const values = [tx.groupId, companyId, month]
  if (credit === null)
    await tx.query({
      name: 'drop-tax-credit',
      text: 'delete from tax_credit where group_id = $1 and company_id = $2 and month = $3',
      values,
    })
  else
    await tx.query({
      name: 'set-tax-credit',
      text: `insert into tax_credit (group_id, company_id, month, credit, remark, set_by, set_at) values ($1, $2, $3, $4, $5, $6, now())
        on conflict (group_id, company_id, month)
        do update set credit = excluded.credit, remark = excluded.remark, set_by = excluded.set_by, set_at = excluded.set_at`,
      values: [...values, credit, remark, tx.caller.userId],
    })
  await audit(tx, { entity: 'tax_credit', entityId: companyId, action: 'set', detail: { month, credit, remark } })
  return { companyId }
}

/** A month that all shops of the company have closed stays as it was declared; holds them against closing it meanwhile. */
async function assertOpenMonth(tx: CallerTx, companyId: number, month: number): Promise<void> {
  if (month > periodOf(shanghaiDay())) invalid([{ path: 'month', message: `${monthText(month)} 还没有到` }])
  const orgs = await tx.query<{ closedMonth: number | null }>({
    name: 'hold-months-of-company',
    text: 'select closed_month from org where group_id = $1 and company_id = $2 order by id for share',
    values: [tx.groupId, companyId],
  })
  if (orgs.every(({ closedMonth }) => closedMonth !== null && month <= closedMonth))
    invalid([{ path: 'month', message: `${monthText(month)} 已结账，请设置之后月份的上期留抵` }])
}
