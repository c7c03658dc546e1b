import type { Decimal } from '@chepu/contract/kernel/decimal'
import { warrantySectionSums } from '@chepu/contract/warranty/searches'
import { moneyText } from '../../kit/base/format'
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

/** Them, above the rows of a search. */
export const sumsHead = ({ filters }: { filters: FilterValues }) => <SectionSums filters={filters} />
