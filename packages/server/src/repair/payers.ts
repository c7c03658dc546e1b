// Who may pay which lines of an order (business/repair-settlement 1).
import { roleLabels, sisterRole } from '@chepu/contract/customers/partner'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { type Payer, payerRules } from '@chepu/contract/repair/payer'
import { own } from '../kernel/base/own'
import type { CallerTx } from '../kernel/db/tx'

/** A line as far as its payer goes. */
interface PaidLine {
  payer: string
  payerPartnerId: number | null
  payerDepartmentId: number | null
  /** The line that it does again, where it does. */
  reworkOfLineId: number | null
  section: string
}

/** What is known of the order around it. */
interface Known {
  /** What partners are to the group, by their ids. */
  roles: ReadonlyMap<number, number>
  customerId: number
  /** Earlier work of the car is done again by this order. */
  repeats: boolean
}

const titles: Readonly<Record<number, string>> = { ...roleLabels, ...sisterRole }

/** Whether lines of a payer name a partner: the customer is that of the order, and what nobody pays names nobody. */
export const namesPartner = (payer: string): boolean =>
  payer !== 'customer' && (own(payerRules, payer) as (typeof payerRules)[Payer]).partner !== null

/** What is wrong with the payer of a line, with the field that it is about; partners that do not exist are told of elsewhere. */
export function payerFault(line: PaidLine, { roles, customerId, repeats }: Known) {
  const { payer, payerPartnerId, payerDepartmentId, reworkOfLineId, section } = line
  if (payer === 'rework' && (section === 'labour' ? reworkOfLineId === null : !repeats))
    return { field: 'payer', message: '返工要引用原工单的项目，请用「返工」带出原项目' }
  const { partner: role, unnamed } = own(payerRules, payer) as (typeof payerRules)[Payer]
  if (payerPartnerId === null) {
    if (unnamed !== undefined) return { field: 'payerPartnerId', message: unnamed }
    if (payer !== 'internal' || payerDepartmentId !== null) return undefined
    return { field: 'payerDepartmentId', message: '请选择承担部门' }
  }
  if (payer === 'customer' || role === null) return undefined
  if (payer === 'internal' && payerPartnerId === customerId)
    return { field: 'payerPartnerId', message: '付费单位就是本单客户，请改为自费' }
  const bits = roles.get(payerPartnerId) ?? partnerRoles[role]
  return (bits & partnerRoles[role]) !== 0
    ? undefined
    : { field: 'payerPartnerId', message: `付费单位不是${titles[partnerRoles[role]]}` }
}

/** What partners are to the group, by their ids: of those that exist. */
export async function rolesOfPayers(tx: CallerTx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<{ id: number; cusFlag: number }>({
    name: 'roles-of-payers',
    text: 'select id, cus_flag from partner where group_id = $1 and id = any ($2::bigint[])',
    values: [tx.groupId, [...ids]],
  })
  return new Map(rows.map(({ id, cusFlag }) => [id, cusFlag]))
}
