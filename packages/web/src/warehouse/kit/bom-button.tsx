import { resolveParts } from '@chepu/contract/basics/lookups'
import { mul, trimZeros } from '@chepu/contract/kernel/decimal'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { kitComponents } from '@chepu/contract/warehouse/kit'
import { Button } from 'antd'
import { call } from '../../kit/base/call'
import { toast } from '../../kit/base/toast'
import { useEditor } from '../../kit/document/document-context'
import type { EditorLine, LineValues } from '../../kit/goods/document-lines'
import { useGoods } from '../../kit/goods-editor/goods-context'
import { lineOfPart } from '../../pickers/part-entry'

const kitOf = (lines: readonly EditorLine[]) => lines.find((line) => line['isKit'] === true && line.partId !== null)

/** 套用BOM: the components of the kit that is entered, for as many kits as its line says, take the place of those that are there. */
export function BomButton() {
  const { store, grids, readOnly } = useEditor()
  const { lines } = useGoods()
  if (readOnly) return null
  const take = async () => {
    const kit = kitOf(lines.filled())
    if (!kit) return toast.error('请先录入成品件')
    const components = await readComponents(kit, store.header().warehouseId).catch(() => undefined)
    if (!components) return undefined
    if (components.length === 0) return toast.warning(`${kit.partCode} 没有维护组成(BOM)，请在配件资料中维护`)
    const others = lines.filled().filter((line) => line.key !== kit.key)
    lines.remove(others.map(({ key }) => key))
    lines.append(components)
    return grids.focus()
  }
  return (
    <Button size="small" onClick={() => void take()}>
      套用BOM
    </Button>
  )
}

async function readComponents(kit: EditorLine, warehouseId: unknown): Promise<LineValues[]> {
  const { rows } = await call(kitComponents, { query: { partId: kit.partId as number } })
  if (rows.length === 0) return []
  const place = typeof warehouseId === 'number' ? { warehouseId } : {}
  const codes = rows.map(({ partCode }) => partCode)
  const { matches } = await call(resolveParts, { body: { mode: 'purchase', ...place, codes } })
  const parts = new Map(matches.flatMap((match) => match.parts.map((part) => [part.partId, part] as const)))
  const missing = rows.filter(({ partId }) => !parts.has(partId)).map(({ partCode }) => partCode)
  if (missing.length > 0) toast.warning(`组件 ${missing.join('、')} 已停用，未带入`)
  const kits = isDecimal(kit.qty) ? kit.qty : '1'
  return rows.flatMap(({ partId, qty, costRatio }) => {
    const part = parts.get(partId)
    return part ? [{ ...lineOfPart(part), qty: trimZeros(mul(qty, kits)), costRatio, isKit: false }] : []
  })
}
