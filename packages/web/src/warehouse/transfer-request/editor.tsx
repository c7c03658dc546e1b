import type { Decimal } from '@chepu/contract/kernel/decimal'
import { canBeDrawn } from '@chepu/contract/kernel/source-lines'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { Button } from 'antd'
import type { EditorApi } from '../../kit/document/document-context'
import { qtyText } from '../../kit/base/format'
import { HeaderFields } from '../../kit/document/document-header'
import { GoodsEditor } from '../../kit/goods-editor/goods-editor'
import { type LineColumnChoice, partColumns } from '../../kit/goods-editor/line-columns'
import { fieldsOf } from '../../pickers/fields'
import { Lines } from '../../pickers/part-lines'
import { ApproveButton } from './approve'
import { OwnPlace, PlaceField } from '../transfers/place-field'
import { type Asked, useSupplying } from '../transfers/supplying'

const { DayField, EmployeeField, TextField, WarehouseField } = fieldsOf(transferRequest)

const columns: LineColumnChoice[] = [
  ...partColumns,
  { name: 'qty', title: '申请数量' },
  { name: 'executedQty', title: '已发' },
  {
    name: 'closedQty',
    title: '未批/撤回',
    kind: 'readonly',
    width: 76,
    right: true,
    show: ({ closedQty }) => qtyText(closedQty as Decimal | undefined),
  },
  'remark',
]

const steps = (editor: EditorApi) => <Steps editor={editor} />

/** 调拨申请单 (business/transfers 1): whoever wants goods asks whoever has them. */
export default function TransferRequestEditor() {
  return (
    <GoodsEditor document={transferRequest} toolbar={steps} money={false}>
      <HeaderFields>
        <OwnPlace name="warehouseId">
          <WarehouseField name="warehouseId" />
        </OwnPlace>
        <PlaceField name="toWarehouseId" title="供货仓库" />
        <DayField name="bizDate" />
        <DayField name="expectedOn" />
        <EmployeeField name="handlerId" title="申请人" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Lines columns={columns} mode="sale" />
    </GoodsEditor>
  )
}

/** 部分批准 and 转调拨 of the supplying side. */
function Steps({ editor }: { editor: EditorApi }) {
  const { maySend, send, mayApprove } = useSupplying()
  const { header, state, id } = editor
  if (id === undefined) return null
  const request = header as unknown as Asked
  return (
    <>
      {state === 'submitted' && mayApprove(request) && <ApproveButton editor={editor} />}
      {canBeDrawn(header) && maySend(request) && (
        <Button size="small" onClick={() => send(id)}>
          转调拨单
        </Button>
      )}
    </>
  )
}
