import { useSyncExternalStore } from 'react'
import { Button, Tag } from 'antd'
import { stockCount } from '@chepu/contract/warehouse/stock-count'
import { firstState } from '@chepu/contract/kernel/states'
import { useDocumentMeta, useEditor, useHeader } from '../../kit/document/document-context'
import { useDialog } from '../../kit/ui/use-dialog'
import { PartDialog } from '../../pickers/part-dialog'
import type { ChosenParts } from './chosen-parts'

/** The parts of a count of chosen parts, as long as they can be chosen. */
export function ChosenList({ chosen }: { chosen: ChosenParts }) {
  const parts = useSyncExternalStore(chosen.subscribe, chosen.parts)
  const { readOnly } = useEditor()
  const { state } = useDocumentMeta()
  const { scope, warehouseId } = useHeader()
  const [open, dialog] = useDialog(PartDialog)
  if (scope !== 'parts' || state !== firstState(stockCount)) return null
  const choose = async () => {
    const context = { mode: 'purchase' as const, ...(typeof warehouseId === 'number' && { warehouseId }) }
    const picked = await open({ text: '', context, target: stockCount.kind })
    if (picked) chosen.add(picked)
  }
  return (
    <section className="count-chosen" aria-label="抽盘配件">
      {!readOnly && (
        <Button size="small" onClick={() => void choose()}>
          选择抽盘配件
        </Button>
      )}
      {parts.length === 0 && <span className="picker-hint">选择要盘点的配件，保存后按货位列出</span>}
      {parts.map(({ partId, partCode, partName }) => (
        <Tag key={partId} closable={!readOnly} onClose={() => chosen.remove(partId)}>
          {partCode} {partName}
        </Tag>
      ))}
      {dialog}
    </section>
  )
}
