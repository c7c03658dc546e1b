import { oldPartReturn } from '@chepu/contract/warranty/old-part-return'
import { useMemo, useState } from 'react'
import { useScreenParams } from '../../kit/base/tabs'
import { DocumentEditor } from '../../kit/document/document-editor'
import { HeaderFields } from '../../kit/document/document-header'
import type { Begin } from '../../kit/document/use-document'
import { useDialog } from '../../kit/ui/use-dialog'
import { fieldsOf } from '../../pickers/fields'
import '../old-part/old-part.css'
import { ResultDialog, ShipDialog } from './dialogs'
import { ReturnStore } from './return-store'
import { TagTable } from './tag-table'

const { DayField, EmployeeField, PartnerField, TextField } = fieldsOf(oldPartReturn)

/** 旧件返厂单: packed by scanning, shipped, and answered part by part (business/three-guarantees 6.3). */
export default function OldPartReturnEditor() {
  const { tags } = useScreenParams()
  const [store] = useState(() => new ReturnStore())
  const [begin] = useState((): Begin => async (_start, signal) => {
    if (tags === undefined) return false
    await store.beginWith(tags, signal)
    return true
  })
  const [openShip, shipDialog] = useDialog(ShipDialog)
  const [openResult, resultDialog] = useDialog(ResultDialog)
  const asks = useMemo(
    () => ({
      ship: async () => {
        const { carrierId, carrierName, waybillNo } = store.editor.header()
        return openShip({
          carrierId: typeof carrierId === 'number' ? carrierId : null,
          carrierName: typeof carrierName === 'string' ? carrierName : '',
          waybillNo: typeof waybillNo === 'string' ? waybillNo : '',
        })
      },
      result: async () => openResult(store.tags.lines.filled().filter(({ result }) => result === null)),
    }),
    [store, openShip, openResult],
  )
  return (
    <div className="op-place">
      <DocumentEditor document={oldPartReturn} store={store.editor} begin={begin} asks={asks} totals={null}>
        <HeaderFields>
          <PartnerField name="partnerId" role={['manufacturer', 'supplier']} />
          <DayField name="bizDate" />
          <PartnerField name="carrierId" role="logistics" />
          <TextField name="waybillNo" />
          <EmployeeField name="handlerId" />
          <TextField name="remark" span={2} />
        </HeaderFields>
        <TagTable store={store} />
      </DocumentEditor>
      {shipDialog}
      {resultDialog}
    </div>
  )
}
