import { type LookupPart, longestCode, resolveParts } from '@chepu/contract/basics/lookups'
import { maxAdjusted } from '@chepu/contract/basics/price-adjustment'
import { priceNames, productPriceFields, productPrices, type ProductPrice } from '@chepu/contract/basics/product'
import { productHeadings } from '@chepu/contract/imports/import-headings'
import { headingFinder, isTotalsRow } from '@chepu/contract/kernel/headings'
import { price } from '@chepu/contract/kernel/scalars'
import { halfWidth, plainCode, typedNumber } from '@chepu/contract/kernel/typed'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { useSession } from '../../kit/base/session'
import { SheetDialog } from '../../kit/document/sheet-dialog'
import { parseTable, tableText } from '../../kit/grid/line-grid-paste'
import type { DialogProps } from '../../kit/ui/use-dialog'
import type { LinePart, PriceValues } from './price-store'
import { partOf } from './use-price-entry'

type Table = readonly (readonly string[])[]

interface Imported {
  parts: readonly LinePart[]
  prices: ReadonlyMap<number, PriceValues>
}

const findHeading = headingFinder(productHeadings)
const isPrice = (name: string | undefined): name is ProductPrice => priceNames.some((each) => each === name)

/** A row of a sheet: its code, and the prices that it names. */
interface SheetRow {
  at: number
  code: string
  prices: PriceValues
  fault: string | undefined
}

/** The rows of a table whose first row has headings; a sentence where it cannot be read. */
function rowsOf(table: Table, mayBring: (name: ProductPrice) => boolean): SheetRow[] | string {
  const filled = table.flatMap((cells, i) => (cells.every((cell) => cell.trim() === '') ? [] : [{ at: i + 1, cells }]))
  const [head, ...rows] = filled
  if (!head) return ''
  const headings = head.cells.map((cell) => findHeading(cell))
  const codeAt = headings.indexOf('code')
  if (codeAt === -1) return '首行应为表头，并有“配件编码”一列'
  const places = headings.flatMap((name, at) => (isPrice(name) && mayBring(name) ? [{ name, at }] : []))
  if (places.length === 0) return `没有价格列，可用的列：${Object.values(productPrices).join('、')}`
  return rows
    .filter(({ cells }) => !isTotalsRow(cells))
    .map(({ at, cells }) => {
      const typed = places
        .map(({ name, at: place }) => ({ name, text: halfWidth(cells[place] ?? '').trim() }))
        .filter(({ text }) => text !== '')
      const faults = typed.flatMap(({ name, text }) => faultOf(name, text) ?? [])
      return {
        at,
        code: plainCode(cells[codeAt] ?? ''),
        prices: Object.fromEntries(typed.map(({ name, text }) => [name, figureOf(text)])) as PriceValues,
        fault: faults[0] ?? (typed.length === 0 ? '没有填写价格' : undefined),
      }
    })
}

const figureOf = (text: string): string => {
  const number = typedNumber(text)
  return 'value' in number ? number.value : text
}

function faultOf(name: ProductPrice, text: string): string | undefined {
  const number = typedNumber(text)
  if ('fault' in number) return `${productPrices[name]}${number.fault}`
  return price.safeParse(number.value).error?.issues[0]?.message
}

/** 导入价格: 编码 and new prices, pasted or out of a file, become lines of the draft. What cannot is told, and nothing is taken until it is seen. */
export function ImportPricesDialog({ input, onDone }: DialogProps<Table | undefined, Imported>) {
  const { sees } = useSession()
  const [text, setText] = useState(() => (input ? tableText(input) : ''))
  const [told, setTold] = useState<{ taken: Imported; rejected: readonly string[] }>()
  const read = rowsOf(parseTable(text), (name) => sees(productPriceFields[name]))
  const rows = typeof read === 'string' ? [] : read
  const change = (table: string) => {
    setText(table)
    setTold(undefined)
  }
  const take = async () => {
    try {
      const found = await resolved(rows)
      if (found.rejected.length === 0) onDone(found.taken)
      else setTold(found)
    } catch {
      // The call has already told the user why.
    }
  }
  const problem = typeof read === 'string' ? read : ''
  const ready = told && told.taken.parts.length > 0
  return (
    <SheetDialog
      title="导入价格"
      hint={`从 Excel 复制后粘贴到这里，或选择文件。首行为表头：配件编码，以及${Object.values(productPrices).join('、')}中要调整的列；空白的价格不调整。价格页导出的表可直接使用。`}
      label="粘贴价格"
      placeholder={'配件编码\t零售价\t批发价1\n04152-YZZA1\t38\t30'}
      text={text}
      onText={change}
      take={
        ready ? (
          <Button key="take" type="primary" onClick={() => onDone(told.taken)}>
            只导入其余 {told.taken.parts.length} 行
          </Button>
        ) : (
          <Button key="take" type="primary" disabled={rows.length === 0} onClick={() => void take()}>
            {rows.length > 0 ? `导入 ${rows.length} 行` : '导入'}
          </Button>
        )
      }
      onClose={() => onDone()}
    >
      {problem && (
        <p className="de-error" role="alert">
          {problem}
        </p>
      )}
      {told && (
        <div role="alert">
          <b>{told.rejected.length} 行不能导入</b>
          <ul className="de-rejected">
            {told.rejected.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </SheetDialog>
  )
}

/** Looks the codes up in one question; a row is taken when it names one part and all its prices can stand. */
async function resolved(rows: readonly SheetRow[]): Promise<{ taken: Imported; rejected: string[] }> {
  const codes = [...new Set(rows.map(({ code }) => code))].filter((code) => code !== '' && code.length <= longestCode)
  const body = { mode: 'sale' as const, codes: codes.slice(0, maxAdjusted) }
  const { matches } = codes.length === 0 ? { matches: [] } : await call(resolveParts, { body })
  const found = new Map(matches.map((match) => [match.code, match.parts]))
  const parts: LinePart[] = []
  const prices = new Map<number, PriceValues>()
  const rejected = rows.flatMap((row): string[] => {
    const candidates = found.get(row.code) ?? []
    const [part] = candidates
    const reason = row.fault ?? reasonAgainst(candidates, prices)
    if (reason || !part) return [`第${row.at}行 ${row.code}：${reason}`]
    parts.push(partOf(part))
    prices.set(part.partId, row.prices)
    return []
  })
  return { taken: { parts, prices }, rejected }
}

function reasonAgainst(parts: readonly LookupPart[], taken: ReadonlyMap<number, unknown>): string | undefined {
  const [part] = parts
  if (!part) return '未找到配件'
  if (parts.length > 1) return `对应多个配件：${parts.map(({ partCode }) => partCode).join('、')}`
  return taken.has(part.partId) ? '配件重复' : undefined
}
