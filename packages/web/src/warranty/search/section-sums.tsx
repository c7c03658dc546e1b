import type { Decimal } from '@chepu/contract/kernel/decimal'
import { waitingStates, warrantySectionSums, warrantyWaitingSums } from '@chepu/contract/warranty/searches'
import { moneyText } from '../../kit/base/format'
import { useTabs } from '../../kit/base/tabs'
import { useCall } from '../../kit/base/use-call'
import type { FilterValues } from '../../kit/list/use-filters'
import { billQuery } from './filters'

/** What the bills of the same filters come to by work, parts and fees: so this page adds up to 按单据 (business/three-guarantees 8.6). */
function SectionSums(props: { filters: FilterValues }) {
  const { data } = useCall(warrantySectionSums, { query: billQuery(props.filters) as never }, { keeps: true })
  if (data?.bills.claimed === undefined) return null
  const { labour, materials, extras, bills } = data
  const added = (title: string, of: 'claimed' | 'confirmed') =>
    `${title}：工时 ${text(labour[of])} + 材料 ${text(materials[of])} + 费用 ${text(extras[of])} = ${text(bills[of])}`
  return (
    <div className="ws-sums">
      <span>{added('申报', 'claimed')}</span>
      <span>{added('确认', 'confirmed')}</span>
    </div>
  )
}

const text = (amount: Decimal | undefined) => moneyText(amount ?? '0')

/** Bills of the same filters that nobody has approved: the manufacturer owes them already, and no search counts them. */
function WaitingBills({ filters }: { filters: FilterValues }) {
  const { open } = useTabs()
  const { state: _, ...query } = billQuery(filters)
  const { data } = useCall(warrantyWaitingSums, { query: query as never }, { keeps: true, enabled: !filters['state'] })
  if (filters['state'] || !data || data.count === 0) return null
  const { count, claimed } = data
  return (
    <div className="ws-sums">
      <span>
        另有
        <button
          type="button"
          className="kit-link"
          onClick={() => open({ key: 'threePackage', params: { ...query, state: waitingStates.join() } })}
        >
          未审核三包单 {count} 张
        </button>
        {claimed === undefined ? '' : `，${text(claimed)}`}，未计入
      </span>
    </div>
  )
}

/** What is not counted, above the rows of a search. */
export const waitingHead = ({ filters }: { filters: FilterValues }) => <WaitingBills filters={filters} />

/** What adds the rows up, and what is not counted, above the rows of a search. */
export const sumsHead = ({ filters }: { filters: FilterValues }) => (
  <>
    <SectionSums filters={filters} />
    <WaitingBills filters={filters} />
  </>
)
