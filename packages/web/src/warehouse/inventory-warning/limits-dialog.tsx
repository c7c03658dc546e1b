import { trimZeros } from '@chepu/contract/kernel/decimal'
import {
  allWarehouses,
  type HighStockRow,
  type LowStockRow,
  setLimits,
} from '@chepu/contract/warehouse/inventory-warning'
import { toast } from '../../kit/base/toast'
import { FormDialog } from '../../kit/form/form-dialog'
import type { MasterField } from '../../kit/form/master-form'
import type { DialogProps } from '../../kit/ui/use-dialog'

const fieldsOf = (help: string): MasterField[] => [
  { name: 'minStock', title: '库存下限', kind: 'decimal', initial: null, help },
  { name: 'maxStock', title: '库存上限', kind: 'decimal', initial: null, help },
]
const schema = setLimits.body.pick({ minStock: true, maxStock: true })

const typed = (limit: string | null) => limit && trimZeros(limit)

type LimitedRow = LowStockRow | HighStockRow

/** What limits are set of; without a warehouse they are those of the products as a whole. */
interface Limited {
  rows: readonly LimitedRow[]
  warehouse: { id: number; name: string } | undefined
}

/** 设上下限 of one product or of many, in a warehouse or as a whole: of one it begins with those that it has there. */
export function LimitsDialog({ input: { rows, warehouse }, onDone }: DialogProps<Limited, true>) {
  const [first] = rows
  const isOne = rows.length === 1 && first !== undefined
  const hasThem = isOne && first.warehouseId === (warehouse?.id ?? null)
  const what = isOne ? `${first.partCode} ${first.partName}` : `${rows.length}个配件`
  return (
    <FormDialog
      title={`设上下限（${warehouse?.name ?? allWarehouses}）：${what}`}
      schema={schema}
      fields={warehouse ? fieldsOf('留空则该仓库不单设') : fieldsOf('留空为不设')}
      {...(hasThem && { preset: { minStock: typed(first.minStock), maxStock: typed(first.maxStock) } })}
      onSave={(limits: { minStock: string | null; maxStock: string | null }) => ({
        route: setLimits,
        body: {
          partIds: [...new Set(rows.map(({ partId }) => partId))],
          warehouseId: warehouse?.id ?? null,
          ...limits,
        },
      })}
      onSaved={() => {
        toast.success('已设置')
        onDone(true)
      }}
      onClose={() => onDone()}
    />
  )
}
