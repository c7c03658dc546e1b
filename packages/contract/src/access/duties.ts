import { button } from './catalogue'

/** Two duties that one person should not have together (business/access 10.3). */
interface DutyConflict {
  title: string
  one: readonly number[]
  other: readonly number[]
}

const dutyConflicts: readonly DutyConflict[] = [
  {
    title: '同一角色既能新增付款单，又能审核付款单',
    one: [button('payment', 'add'), button('payment', 'update')],
    other: [button('payment', 'approve')],
  },
  {
    title: '同一角色既能盘点录入，又能审核盘点单',
    one: [button('stock_count', 'add'), button('stock_count', 'update')],
    other: [button('stock_count', 'approve')],
  },
  {
    title: '同一角色既能维护供应商银行账户，又能付款',
    one: [button('partner', 'add'), button('partner', 'update')],
    other: [button('payment', 'add'), button('payment', 'approve')],
  },
  {
    title: '同一角色既能调价，又能低于最低价销售',
    one: [button('price', 'add'), button('price', 'update'), button('price', 'approve')],
    other: [button('price', 'below_min')],
  },
]

/** Titles of the conflicts that a set of buttons has; they are warned of when a role is saved. */
export function conflictsOf(buttons: Iterable<number>): string[] {
  const held = new Set(buttons)
  return dutyConflicts
    .filter(({ one, other }) => one.some((id) => held.has(id)) && other.some((id) => held.has(id)))
    .map((conflict) => conflict.title)
}
