import type { LookupEmployee, LookupSettlement } from '@chepu/contract/basics/lookups'
import type { CallerTx } from '../../kernel/db/tx'

export function settlementMethods(tx: CallerTx): Promise<LookupSettlement[]> {
  return tx.query({
    name: 'settlement-methods',
    text: `select id, name, kind, month_day as day_of_month, term_days as grace_days from settlement_method
      where group_id = $1 and is_active order by sort_no, id`,
    values: [tx.groupId],
  })
}

/** People working in the caller's org today. */
export function employees(tx: CallerTx): Promise<LookupEmployee[]> {
  return tx.query({
    name: 'employees',
    text: `select e.id, e.name, e.department_id, d.name as department_name
      from employee e left join department d on d.group_id = e.group_id and d.id = e.department_id
      where e.group_id = $1 and e.org_id = $2 and e.left_on is null order by e.emp_no`,
    values: [tx.groupId, tx.caller.orgId],
  })
}

export function departments(tx: CallerTx): Promise<{ id: number; name: string; parentId: number | null }[]> {
  return tx.query({
    name: 'departments',
    text: 'select id, name, parent_id from department where group_id = $1 and org_id = $2 and is_active order by sort, id',
    values: [tx.groupId, tx.caller.orgId],
  })
}
