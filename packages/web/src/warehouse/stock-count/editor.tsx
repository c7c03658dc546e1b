import { countScopes, stockCount } from '@chepu/contract/warehouse/stock-count'
import { categoryRoutes } from '@chepu/contract/basics/part-category'
import { firstState } from '@chepu/contract/kernel/states'
import { type ReactNode, useMemo, useState } from 'react'
import { moneyText, qtyText, timeText } from '../../kit/base/format'
import { useCall } from '../../kit/base/use-call'
import { EditorContext, useDocumentMeta, useEditor, useEditorApi, useHeader } from '../../kit/document/document-context'
import { DocumentEditor } from '../../kit/document/document-editor'
import { EditorStore } from '../../kit/document/document-editor-store'
import { HeaderFields, ListField } from '../../kit/document/document-header'
import { Figure } from '../../kit/document/figure'
import { fieldsOf } from '../../pickers/fields'
import { ChosenList } from './chosen-list'
import { ChosenParts } from './chosen-parts'
import { CountPanel } from './count-panel'
import './count.css'

const { CheckField, DayField, EmployeeField, SelectField, TextField, WarehouseField } = fieldsOf(stockCount)

/** 盘点单 (business/warehouse 5): what it covers, and what is counted place by place. */
export default function StockCountEditor() {
  const [chosen] = useState(() => new ChosenParts())
  const [store] = useState(() => chosen.belongTo(new EditorStore(stockCount, { lines: chosen })))
  return (
    <DocumentEditor document={stockCount} store={store} totals={<Found />}>
      <HeaderFields>
        <Covered>
          <WarehouseField name="warehouseId" />
          <SelectField name="scope" options={countScopes} />
          <Scope />
          <CheckField name="isFreezing" />
        </Covered>
        <CheckField name="uncountedAsZero" />
        <DayField name="bizDate" />
        <EmployeeField name="handlerId" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <ChosenList chosen={chosen} />
      <CountPanel />
    </DocumentEditor>
  )
}

/** What a count covers stands once it has begun. */
function Covered({ children }: { children: ReactNode }) {
  const editor = useEditor()
  const isOpen = useDocumentMeta().state === firstState(stockCount)
  const fixed = useMemo(() => (isOpen ? editor : { ...editor, readOnly: true }), [isOpen, editor])
  return <EditorContext value={fixed}>{children}</EditorContext>
}

/** The field that says more of the scope: the category, or the beginning of the codes of the bins. */
function Scope() {
  const { scope } = useHeader()
  if (scope === 'category') return <CategoryField />
  return scope === 'location' ? <TextField name="location" title="货位（开头，如 A-01）" /> : null
}

function CategoryField() {
  const rows = useCall(categoryRoutes.list, {}, { stale: 5 * 60_000 }).data?.rows ?? []
  return <ListField name="categoryId" options={rows.map((row) => ({ id: row.id, label: row.name, value: row }))} />
}

/** What posting found; of a count that is not posted, the moment of its snapshot. */
function Found() {
  const { header, isPosted } = useEditorApi()
  const { gainQty, gainAmount, lossQty, lossAmount, snapshotAt } = header
  return (
    <div className="de-totals" aria-label="合计">
      {snapshotAt != null && <Figure title="账面快照" value={timeText(snapshotAt)} />}
      {isPosted && (
        <>
          <Figure title="盘盈数" value={qtyText(gainQty)} />
          {gainAmount != null && <Figure title="盘盈额" value={moneyText(gainAmount)} />}
          <Figure title="盘亏数" value={qtyText(lossQty)} />
          {lossAmount != null && <Figure title="盘亏额" value={moneyText(lossAmount)} strong />}
        </>
      )}
    </div>
  )
}
