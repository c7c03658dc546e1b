import { money, sub } from '@chepu/contract/kernel/decimal'
import type { DataOf } from '@chepu/contract/kernel/route'
import { customerCredit } from '@chepu/contract/sales/customer-credit'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { sql } from 'kysely'
import type { Bind } from '../kernel/http/bind'
import { partnerScope } from '../kernel/caller/partner-scope'
import { sees } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/tx'
import { notFound } from '../kernel/base/errors'
import { type Credit, creditOf, exposureOf } from './credit'

export const bindCustomerCredit = (bind: Bind): void =>
  bind(customerCredit, (tx, { params }) => creditFigures(tx, params.id))

/** The customer's figures in the caller's org; a customer outside his scope does not exist (business/access 7). */
async function creditFigures(tx: CallerTx, partnerId: number): Promise<DataOf<typeof customerCredit>> {
  const [customer] = await tx.select<{ id: number }>(
    sql<{ id: number }>`select p.id from partner p
      where p.group_id = ${tx.groupId} and p.id = ${partnerId} and ${partnerScope(tx.caller, partnerRoles.customer)}`,
  )
  if (!customer) notFound('客户')
  if (!sees(tx.caller, 'ar_balance')) return {}
  const credit = await creditOf(tx, { id: 0, orgId: tx.caller.orgId, partnerId, settlementMethodId: null })
  return { advances: credit.advances, ...(sees(tx.caller, 'credit_limit') && { left: leftOf(credit) }) }
}

const leftOf = (credit: Credit): string | null =>
  credit.policy === 'none' || credit.limit === null ? null : money(sub(credit.limit, exposureOf(credit)))
