import { type HighStockRow, type LowStockRow, setLimits } from '@chepu/contract/warehouse/inventory-warning'
import { toast } from '../../kit/base/toast'
import { FormDialog } from '../../kit/form/form-dialog'
import type { MasterField } from '../../kit/form/master-form'
import type { DialogProps } from '../../kit/ui/use-dialog'

const fields: MasterField[] = [
  { name: 'minStock', title: '库存下限', kind: 'decimal', initial: null, help: '留空为不设' },
  { name: 'maxStock', title: '库存上限', kind: 'decimal', initial: null, help: '留空为不设' },
]
const schema = setLimits.body.pick({ minStock: true, maxStock: true })

/** 设上下限 of one product or of many: of one it begins with those that it has. */
export function LimitsDialog({ input: rows, onDone }: DialogProps<readonly (LowStockRow | HighStockRow)[], true>) {
  const [first] = rows
  const isOne = rows.length === 1 && first !== undefined
  return (
    <FormDialog
      title={isOne ? `设上下限：${first.partCode} ${first.partName}` : `设上下限：${rows.length}个配件`}
      schema={schema}
      fields={fields}
      {...(isOne && { preset: { minStock: first.minStock, maxStock: first.maxStock } })}
      onSave={(limits: { minStock: string | null; maxStock: string | null }) => ({
        route: setLimits,
        body: { partIds: rows.map(({ partId }) => partId), ...limits },
      })}
      onSaved={() => {
        toast.success('已设置')
        onDone(true)
      }}
      onClose={() => onDone()}
    />
  )
}
