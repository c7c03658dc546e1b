import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import type { z } from 'zod'
import { moneyText } from '../../kit/base/format'
import { fieldTitle } from '../../kit/document/field-faults'
import { type LineColumn, showCell } from '../../kit/grid/line-grid-columns'
import { amountOf, type BillLine, type BillTable } from './bill-store'

type BillColumn = LineColumn<BillLine>

/** What columns open. */
export interface ColumnSource {
  seesPrice: boolean
  openItem: (line: BillLine, text: string) => Promise<undefined>
  openPart: (line: BillLine, text: string) => Promise<undefined>
}

const readonly = (name: string, title: string, width: number): BillColumn => ({ name, title, kind: 'readonly', width })
const qty: BillColumn = { name: 'qty', title: '数量', kind: 'qty', width: 60, required: true, stop: true }
const price = (title: string): BillColumn => ({ name: 'price', title, kind: 'price', width: 84, stop: true })
const taxRate: BillColumn = { name: 'taxRate', title: '税率', kind: 'rate', width: 56 }
const remark: BillColumn = { name: 'remark', title: '备注', kind: 'text', width: 140 }
const amount = (table: BillTable): BillColumn => ({
  name: 'amount',
  title: '金额',
  kind: 'computed',
  width: 92,
  show: (line) => moneyText(amountOf(line, table)),
})

const labour = ({ openItem }: ColumnSource): BillColumn[] => [
  {
    name: 'name',
    title: '项目',
    kind: 'name',
    width: 220,
    required: true,
    stop: true,
    show: (line) => line.name || line.pending,
    open: openItem,
  },
  {
    name: 'pricingMode',
    title: '计价',
    kind: 'select',
    width: 70,
    choices: [
      { value: 'hours', label: '按工时' },
      { value: 'fixed', label: '一口价' },
    ],
  },
  qty,
  {
    name: 'stdHours',
    title: '定额工时',
    kind: 'qty',
    width: 76,
    stop: true,
    editable: (line) => line.pricingMode === 'hours',
  },
  price('工时单价'),
  amount('labour'),
  taxRate,
  remark,
]

const materials = ({ openPart }: ColumnSource): BillColumn[] => [
  {
    name: 'partId',
    title: '配件编码',
    kind: 'code',
    width: 120,
    required: true,
    stop: true,
    show: (line) => line.partCode || (line.pendingIn === 'partId' ? line.pending : ''),
    open: openPart,
  },
  {
    name: 'partName',
    title: '配件名称',
    kind: 'name',
    width: 150,
    show: (line) => line.partName || (line.pendingIn === 'partName' ? line.pending : ''),
    open: openPart,
  },
  readonly('brandName', '品牌', 70),
  readonly('unitName', '单位', 44),
  qty,
  price('索赔价'),
  amount('materials'),
  taxRate,
  { name: 'returnsOldPart', title: '旧件返厂', kind: 'checkbox', width: 70 },
  remark,
]

const extras = (): BillColumn[] => [
  { name: 'name', title: '费用', kind: 'text', width: 220, required: true, stop: true },
  { ...qty, title: '数量/公里', width: 80 },
  price('单价'),
  amount('extras'),
  taxRate,
  remark,
]

const byTable = { labour, materials, extras }
const priced = new Set(['price', 'amount'])

/** The columns of one table of a bill, checked by its contract while they are typed. */
export function billColumns(table: BillTable, source: ColumnSource): BillColumn[] {
  const shape = warrantyBill.sections[table].line.shape as Record<string, z.ZodType>
  const blank = (line: BillLine) => line.partId === null && line.name === '' && line.pending === '' && line.price === ''
  return byTable[table](source)
    .map((column): BillColumn => ({ ...column, show: (line) => (blank(line) ? '' : showCell(column, line)) }))
    .filter(({ name }) => source.seesPrice || !priced.has(name))
    .map((column) => {
      const type = shape[column.name]
      return type ? { ...column, check: checkBy(type, column.name, fieldTitle(shape, column.name)) } : column
    })
}

/** What is missing is said at the save, not while the line is being filled. */
const checkBy = (type: z.ZodType, name: string, title: string) => (line: BillLine) => {
  const value = line[name]
  if (value === '' || value == null) return undefined
  const message = type.safeParse(value).error?.issues[0]?.message
  return message === undefined ? undefined : message || `${title}不正确`
}
