import type { CaseOfCar, casesOfCar as route } from '@chepu/contract/repair/insurance-case'
import { insuranceCase } from '@chepu/contract/repair/insurance-case'
import { sql } from 'kysely'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { QueryOf } from '../../kernel/http/bind'
import { repairScope } from '../../kernel/repair/scope'
import { caseColumns, chargedAmount } from './columns'

/** A car has few cases. */
const most = 20

/** Cases of a car that stand and that the caller sees: those of one order, and those that have none yet, the latest first. */
export async function casesOfCar(tx: CallerTx, { vehicleId, workOrderId }: QueryOf<typeof route>) {
  const { insurerName, awaits, workOrderNo, assessedTotal, insurerDue, insurerOpen } = caseColumns
  const figures = sees(tx.caller, 'doc_price')
    ? sql`, ${assessedTotal} as assessed_total, ${chargedAmount} as charged_amount, ${insurerDue} as insurer_due, ${insurerOpen} as insurer_open`
    : sql``
  const rows = await tx.select(
    sql<CaseOfCar>`select d.id, d.bill_no, d.state, d.version, d.insurer_id, ${insurerName} as insurer_name, d.case_no, d.policy_kind,
        ${awaits} as awaits, d.work_order_id, ${workOrderNo} as work_order_no ${figures}
      from repair_document d
      where d.group_id = ${tx.groupId} and d.kind = ${insuranceCase.kind} and d.org_id = ${tx.caller.orgId} and d.vehicle_id = ${vehicleId}
        and d.state <> 'voided' and (d.work_order_id is null or d.work_order_id = ${workOrderId ?? null})
        and ${repairScope(tx.caller, insuranceCase.area)}
      order by d.id desc limit ${most}`,
  )
  return { rows }
}
