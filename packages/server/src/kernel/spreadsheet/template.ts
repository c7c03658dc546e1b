import { buffer } from 'node:stream/consumers'
import type { SheetColumn } from './sheet-xml'
import type { TableColumn } from './table'
import { workbook } from './write'

const guide: SheetColumn[] = [
  { title: '列名', kind: 'text', width: 18 },
  { title: '是否必填', kind: 'text', width: 10 },
  { title: '填写规则', kind: 'text', width: 60 },
  { title: '示例', kind: 'text', width: 30 },
]

/**
 * An empty workbook to fill in: the sheet `title` with its header, required columns marked *, and 填写说明 with every
 * column's rule and example. Text columns are formatted as text, so that a typed 00123 keeps its zeros.
 */
export function makeTemplate(title: string, columns: readonly TableColumn[]): Promise<Buffer> {
  const header = columns.map(({ title, required, kind = 'text' }): SheetColumn => ({
    title: required ? `${title}*` : title,
    kind,
  }))
  const rules = columns.map(({ title, required, note, example }) => [
    title,
    required === 'new' ? '新增必填' : required ? '必填' : '选填',
    note,
    example,
  ])
  return buffer(
    workbook([
      { sheet: title, columns: header, rows: [] },
      { sheet: '填写说明', columns: guide, rows: rules },
    ]),
  )
}
