import { longestCode, maxCodes, resolveParts } from '@chepu/contract/basics/lookups'
import { plainCode } from '@chepu/contract/kernel/typed'
import type { CountLine } from '@chepu/contract/warehouse/stock-count'
import { Button } from 'antd'
import { useState } from 'react'
import { call, CallError } from '../../kit/base/call'
import { toast } from '../../kit/base/toast'
import { useHeader } from '../../kit/document/document-context'
import { SheetDialog } from '../../kit/document/sheet-dialog'
import { parseTable } from '../../kit/grid/line-grid-paste'
import { useLocations } from '../../pickers/lists'
import { type CountedRow, entriesOf, faultsOf, sheetRows } from './counted-rows'
import type { Counting } from './use-counting'

/** 导入实盘: figures pasted from a sheet or read from a file; columns 编码, 货位, 批次, 实盘数 (business/warehouse 5.3). All of them, or none. */
export function ImportCounts(props: { lines: readonly CountLine[]; write: Counting['write']; onClose: () => void }) {
  const { lines, write, onClose } = props
  const warehouseId = useHeader()['warehouseId'] as number
  const locations = useLocations(warehouseId)
  const [text, setText] = useState('')
  const [errors, setErrors] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const read = text.trim() === '' ? [] : sheetRows(parseTable(text))
  const typed = typeof read === 'string' ? [] : read
  const told = typeof read === 'string' ? [read] : errors

  const take = async (rows: readonly CountedRow[]) => {
    setBusy(true)
    try {
      const parts = await partsOf(rows, lines, warehouseId)
      const { entries, faults } = entriesOf(rows, parts, locations)
      setErrors(faults)
      if (faults.length > 0) return
      await write(entries, { quiet: true })
      toast.success(`已导入 ${entries.length} 行实盘数`)
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setErrors(error.errors.length > 0 ? faultsOf(rows, error.errors) : [error.message])
    } finally {
      setBusy(false)
    }
  }
  const takeFile = (table: string[][]) => {
    const rows = sheetRows(table)
    if (typeof rows === 'string') throw new Error(rows)
    return take(rows)
  }
  return (
    <SheetDialog
      title="导入实盘"
      hint="从 Excel 复制后粘贴到这里，或选择文件。没有表头时，各列依次为编码、货位、批次、实盘数；有表头时顺序不限。实盘数空白的行不导入，0 表示盘点为零。"
      label="粘贴实盘数"
      placeholder={'04152-YZZA1\tA-01\t\t12\nP000123\tB-02\t\t4'}
      text={text}
      onText={(changed) => {
        setErrors([])
        setText(changed)
      }}
      onFile={takeFile}
      take={
        <Button key="take" type="primary" loading={busy} disabled={typed.length === 0} onClick={() => void take(typed)}>
          {typed.length > 0 ? `导入 ${typed.length} 行` : '导入'}
        </Button>
      }
      onClose={onClose}
    >
      {told.length > 0 && (
        <ul className="de-error de-rejected" role="alert">
          {told.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      )}
    </SheetDialog>
  )
}

/** The parts that the codes name: those of the count by their own code, all others as a scanner would find them. */
async function partsOf(
  rows: readonly CountedRow[],
  lines: readonly CountLine[],
  warehouseId: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const known = new Map<string, readonly number[]>(lines.map((line) => [plainCode(line.partCode), [line.partId]]))
  const codes = [...new Set(rows.map(({ code }) => code))].filter(
    (code) => code !== '' && code.length <= longestCode && !known.has(code),
  )
  for (let from = 0; from < codes.length; from += maxCodes) {
    const some = codes.slice(from, from + maxCodes)
    const { matches } = await call(resolveParts, { body: { mode: 'purchase', warehouseId, codes: some }, quiet: true })
    for (const { code, parts } of matches)
      known.set(
        code,
        parts.map(({ partId }) => partId),
      )
  }
  return known
}
