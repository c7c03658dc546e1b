import type { customerOverview } from '@chepu/contract/customers/customer-view'
import { partnerKindLabels } from '@chepu/contract/customers/partner'
import type { DataOf } from '@chepu/contract/kernel/route'
import { dayText, moneyText } from '../../kit/base/format'

type Customer = DataOf<typeof customerOverview>

/** What stands there and may be absent for this user. */
const factsOf = (customer: Customer): [string, string | undefined][] => [
  ['性质', customer.kind === 'unit' ? partnerKindLabels.unit : partnerKindLabels.person],
  ['类别', customer.category],
  ['等级', customer.level],
  ['联系人', customer.contactName ?? ''],
  ['当前应收', customer.receivable && moneyText(customer.receivable)],
  ['其中逾期', customer.overdue && moneyText(customer.overdue)],
  ['预收余额', customer.advanceIn && moneyText(customer.advanceIn)],
  ['信用额度', creditText(customer.creditLimit)],
  ['账期', `${customer.creditDays}天`],
  ['最近到店', customer.lastOn === null ? '从未到店' : dayText(customer.lastOn)],
  ['消费次数', `${customer.visits}次`],
  ['累计消费', customer.spent && moneyText(customer.spent)],
  ['今年消费次数', `${customer.yearVisits}次`],
  ['今年消费', customer.yearSpent && moneyText(customer.yearSpent)],
  ['车辆', countText(customer.vehicleCount, '辆')],
  ['在厂工单', countText(customer.openOrders, '单')],
  ['待回访', countText(customer.openFollowUps, '条')],
  ['地址', customer.address],
  ['备注', customer.remark],
]

/** Undefined is kept back from the user, null has no limit. */
const creditText = (limit: string | null | undefined) =>
  limit === undefined ? undefined : limit === null ? '不限' : moneyText(limit)

const countText = (count: number | undefined, unit: string) => (count === undefined ? undefined : `${count}${unit}`)

/** 概况 of a customer (business/customers 7.1). */
export function Overview({ customer }: { customer: Customer }) {
  return (
    <div className="cd-panel">
      <dl className="cd-figures" aria-label="概况">
        {factsOf(customer)
          .filter(([, value]) => value !== undefined && value !== '')
          .map(([title, value]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </div>
  )
}
