import { resolveParts } from '@chepu/contract/basics/lookups'
import { type Decimal, mul, trimZeros } from '@chepu/contract/kernel/decimal'
import { lineShape } from '@chepu/contract/kernel/goods-document'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { kitComponents } from '@chepu/contract/warehouse/kit'
import { Button } from 'antd'
import { useRef } from 'react'
import { call } from '../../kit/base/call'
import { toast } from '../../kit/base/toast'
import { choices } from '../../kit/base/underway'
import { useEditor } from '../../kit/document/document-context'
import type { EditorLine, LineValues } from '../../kit/goods/document-lines'
import { useGoods } from '../../kit/goods-editor/goods-context'
import type { LineStore } from '../../kit/grid/line-grid-store'
import { lineOfPart } from '../../pickers/part-entry'

/** A component of a kit as a line, and how many of it one kit has. */
interface Component {
  line: LineValues
  each: Decimal
}

const kitOf = (lines: readonly EditorLine[]) => lines.find((line) => line['isKit'] === true && line.partId !== null)

/**
 * 套用BOM: the components of the kit that is entered, for as many kits as its line says, take the place of those that are there. What is
 * typed or added until they are read stays, and the cursor with it.
 */
export function BomButton() {
  const { store, readOnly } = useEditor()
  const bom = useBom()
  if (readOnly) return null
  const take = async () => {
    const stands = bom.standing()
    // Codes that were typed before are lines first, the kit perhaps among them.
    await store.settled()
    return choices.begin(bom.take(stands))
  }
  return (
    <Button size="small" onClick={() => void take()}>
      套用BOM
    </Button>
  )
}

/** What stood when the button was pressed: the lines, and where the keyboard was. */
interface Standing {
  lines: readonly EditorLine[]
  place: Element | null
}

function useBom() {
  const { store, grids } = useEditor()
  const { def, lines } = useGoods()
  /** Counts the presses: the last one counts. */
  const pressed = useRef(0)
  const typedFields = ['pending', ...Object.keys(lineShape(def))]
  const grid = () => grids.of('lines')
  const isTyping = (key: number) => grid()?.unfinished() === true && grid()?.activeKey() === key
  const isAsItWas = (line: EditorLine) => {
    const now = lines.line(line.key)
    return now !== undefined && typedFields.every((name) => now[name] === line[name]) && !isTyping(line.key)
  }

  /** Reads the components anew where the warehouse changes meanwhile: stock and places are its. */
  const read = async (partId: number): Promise<Component[]> => {
    const { warehouseId } = store.header()
    const components = await readComponents(partId, warehouseId)
    return store.header().warehouseId === warehouseId ? components : read(partId)
  }
  const replace = (stood: Standing, kit: EditorLine, components: readonly Component[]) => {
    const others = stood.lines.filter((line) => line.key !== kit.key && isAsItWas(line))
    lines.remove(others.map(({ key }) => key))
    const keys = lines.append(components.map(({ line, each }) => ({ ...line, qty: qtyFor(kit, each) })))
    if (isTyping(kit.key)) followKit(lines, kit, components, keys)
    if ([stood.place, document.body].includes(document.activeElement)) grids.focus()
  }
  const take = async (stood: Standing) => {
    pressed.current += 1
    const mine = pressed.current
    const asked = kitOf(lines.filled())
    if (!asked) return toast.error('请先录入成品件')
    const components = await read(asked.partId as number).catch(() => undefined)
    if (!components || mine !== pressed.current) return undefined
    const kit = lines.line(asked.key)
    const isSameKit = kit?.partId === asked.partId && kit['isKit'] === true && kit.pending === ''
    if (!isSameKit) return toast.warning('成品件已修改，请重新套用BOM')
    if (components.length === 0) return toast.warning(`${kit.partCode} 没有维护组成(BOM)，请在配件资料中维护`)
    return replace(stood, kit, components)
  }
  return { standing: (): Standing => ({ lines: lines.filled(), place: document.activeElement }), take }
}

const qtyFor = ({ qty }: EditorLine, each: Decimal): string => trimZeros(mul(each, isDecimal(qty) ? qty : '1'))

/** How many kits it is to be is still being typed: the components that nobody has touched follow once. */
function followKit(
  lines: LineStore<EditorLine>,
  kit: EditorLine,
  components: readonly Component[],
  keys: readonly number[],
): void {
  const stop = lines.watch((before, after) => {
    if (before?.key !== kit.key || before.qty === after?.qty) return
    stop()
    for (const [at, key] of keys.entries()) {
      const each = components[at]?.each
      if (after && each !== undefined && lines.line(key)?.qty === qtyFor(kit, each))
        lines.update(key, { qty: qtyFor(after, each) })
    }
  })
}

/** The components of one kit, those that are stopped left out; what stock and places say of them is of the warehouse. */
async function readComponents(partId: number, warehouseId: unknown): Promise<Component[]> {
  const { rows } = await call(kitComponents, { query: { partId } })
  if (rows.length === 0) return []
  const place = typeof warehouseId === 'number' ? { warehouseId } : {}
  const codes = rows.map(({ partCode }) => partCode)
  const { matches } = await call(resolveParts, { body: { mode: 'purchase', ...place, codes } })
  const parts = new Map(matches.flatMap((match) => match.parts.map((part) => [part.partId, part] as const)))
  const missing = rows.filter((row) => !parts.has(row.partId)).map(({ partCode }) => partCode)
  if (missing.length > 0) toast.warning(`组件 ${missing.join('、')} 已停用，未带入`)
  return rows.flatMap(({ qty, costRatio, ...row }) => {
    const part = parts.get(row.partId)
    return part ? [{ line: { ...lineOfPart(part), costRatio, isKit: false }, each: qty }] : []
  })
}
