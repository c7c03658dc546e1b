import type { assembly } from '@chepu/contract/warehouse/assembly'
import type { disassembly } from '@chepu/contract/warehouse/disassembly'
import { useSession } from '../../kit/base/session'
import { HeaderFields } from '../../kit/document/document-header'
import type { EditorLine } from '../../kit/goods/document-lines'
import { GoodsEditor } from '../../kit/goods-editor/goods-editor'
import { type LineColumnChoice, partColumns, shortOf } from '../../kit/goods-editor/line-columns'
import { fieldsOf } from '../../pickers/fields'
import { Lines } from '../../pickers/part-lines'
import { BomButton } from './bom-button'
import { useFirstIsKit } from './use-first-is-kit'

interface KitEditorProps {
  document: typeof assembly | typeof disassembly
  /** Whether the goods of a line leave the warehouse, so that there have to be as many. */
  leaves: (line: EditorLine) => boolean
  /** Columns between quantity and place. */
  columns?: readonly LineColumnChoice[]
}

const toolbar = () => <BomButton />

/** The editor of a document of a kit: kit and components in one table, where one line is ticked as the kit (business/warehouse 1.5). */
export function KitEditor({ document, leaves, columns = [] }: KitEditorProps) {
  const { DayField, EmployeeField, MoneyField, PartnerField, TextField, WarehouseField } = fieldsOf(document)
  const { sees } = useSession()
  const all: LineColumnChoice[] = [
    ...partColumns,
    { name: 'isKit', title: '成品', kind: 'checkbox', width: 48 },
    'available',
    { name: 'qty', warn: (line) => (leaves(line) ? shortOf(line) : undefined) },
    ...columns,
    'locationId',
    'batchNo',
    'unitCost',
    'costAmount',
    'remark',
  ]
  return (
    <GoodsEditor document={document} toolbar={toolbar} money={false}>
      <HeaderFields>
        <WarehouseField name="warehouseId" />
        <DayField name="bizDate" />
        <EmployeeField name="handlerId" />
        <PartnerField name="partnerId" role="supplier" />
        {sees('cost_price') && <MoneyField name="freight" />}
        <TextField name="remark" span={2} />
      </HeaderFields>
      <KitLines columns={all} />
    </GoodsEditor>
  )
}

function KitLines({ columns }: { columns: readonly LineColumnChoice[] }) {
  useFirstIsKit()
  return <Lines columns={columns} mode="purchase" />
}
