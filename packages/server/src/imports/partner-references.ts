// Names that the rows of a partner file refer to: categories, salespeople, settlement methods.
import { customerButtons } from '@chepu/contract/customers/partner'
import { type Caller, mayPress } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/tx'
import { finderOf } from '../kernel/master/spelling'
import { unknownWord } from '../basics/public'
import type { PrepareOptions } from './importer'
import { someOf } from './lists'

/** The row of a file as far as it is looked at here. */
interface Entry<Key extends string> {
  row: number
  values: Record<Key, string | null>
}

/** 类别 as a word of the dictionary; one that has been stopped stays where it is already. A word that is none is told. */
export function categories(words: readonly { name: string }[], { fault }: PrepareOptions) {
  const known = finderOf(words, ({ name }) => name)
  return ({ row, values: { category } }: Entry<'category'>, before: { category: string } | undefined): string => {
    if (category === null || category === before?.category) return before?.category ?? '散客'
    const [word] = known(category)
    if (!word) fault(row, '类别', unknownWord('partner_category', category))
    return word?.name ?? category
  }
}

/** Somebody of the caller's org. */
interface Employee {
  id: number
  empNo: string
  name: string
  hasLeft: boolean
}

/** Everybody of the caller's org, also who has left. */
export const staff = (tx: CallerTx): Promise<Employee[]> =>
  tx.query<Employee>({
    text: `select id, emp_no, name, left_on is not null as has_left from employee where group_id = $1 and org_id = $2 order by id`,
    values: [tx.groupId, tx.caller.orgId],
  })

/** An employee of the caller's org by name or number. Another one than the partner has is a transfer, with a button of its own. */
export function salespeople(caller: Caller, people: readonly Employee[], { fault }: PrepareOptions) {
  const known = finderOf(
    people,
    ({ name }) => name,
    ({ empNo }) => empNo,
  )
  const refusalOf = (name: string, hits: readonly Employee[], isNew: boolean): string | null => {
    const staying = hits.filter(({ hasLeft }) => !hasLeft)
    if (hits.length === 0) return `业务员“${name}”不是本企业员工`
    if (staying.length === 0) return `业务员“${name}”已离职`
    if (staying.length > 1) return `业务员“${name}”有多人，请填写工号：${someOf(staying, ({ empNo }) => empNo)}`
    return !isNew && !mayPress(caller, customerButtons.transfer) ? '您没有「转业务员」的权限' : null
  }
  return (
    { row, values: { salesperson } }: Entry<'salesperson'>,
    before: { salespersonId: number | null } | undefined,
  ): number | undefined => {
    const hits = salesperson === null ? [] : known(salesperson)
    if (salesperson === null || hits.some(({ id }) => id === before?.salespersonId)) return undefined
    const refusal = refusalOf(salesperson, hits, before === undefined)
    if (refusal) fault(row, '业务员', refusal)
    return hits.find(({ hasLeft }) => !hasLeft)?.id
  }
}

/** 结算方式 by name, those in use first. */
export async function settlementMethods(
  tx: CallerTx,
): Promise<(name: string) => readonly { id: number; isActive: boolean }[]> {
  const rows = await tx.query<{ id: number; name: string; isActive: boolean }>({
    text: 'select id, name, is_active from settlement_method where group_id = $1 order by is_active desc, id',
    values: [tx.groupId],
  })
  return finderOf(rows, ({ name }) => name)
}
