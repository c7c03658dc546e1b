import { countedBy } from '@chepu/contract/kernel/document'
import type { MoneyColumnField, MoneyFilters } from '@chepu/contract/kernel/money-document'
import { sql } from 'kysely'
import { type ExportColumn, registerExport } from '../export/registry'
import type { MoneyTraits } from './kind'
import { selectSlips, slipTotals } from './list'

type Head = Omit<ExportColumn, 'key'>

const text = (title: string, width = 14): Head => ({ title, kind: 'text', width })
const number = (title: string): Head => ({ title, kind: 'number', width: 14 })
const time = (title: string): Head => ({ title, kind: 'date', width: 20 })

/** Every column that a list may show, so that none is missing from its sheet. */
const heads: Record<MoneyColumnField, Head> = {
  billNo: text('单号', 20),
  orgName: text('企业', 20),
  bizDate: { title: '业务日期', kind: 'date', width: 12 },
  purpose: text('类型'),
  side: text('账目'),
  partnerName: text('往来单位', 24),
  payerName: text('实际收付单位', 24),
  accountNames: text('账户', 20),
  total: number('金额'),
  fee: number('手续费'),
  writtenOff: number('核销额'),
  discount: number('优惠'),
  advance: number('预收预付'),
  sourceNo: text('订单', 20),
  state: text('状态'),
  handlerName: text('经手人'),
  salespersonName: text('业务员'),
  creatorName: text('制单人'),
  createdAt: time('制单时间'),
  approverName: text('审核人'),
  approvedAt: time('审核时间'),
  postedAt: time('过账时间'),
  printCount: number('打印次数'),
  remark: text('备注', 30),
}

/** Makes the list of a kind exportable under the kind's name. */
export function exportSlips(kind: MoneyTraits): void {
  const named = { ...heads, partnerName: { ...heads.partnerName, title: kind.def.partnerTitle } }
  const columns = Object.entries(named).map(([key, head]) => ({ key, ...head }))
  registerExport(kind.def.kind, {
    title: kind.def.title,
    columns: () => columns,
    rows: (tx, filters) =>
      sql`${selectSlips(tx, kind, filters as MoneyFilters, { words: true })} order by d.biz_date desc, d.id desc`,
    frame: async (tx, filters) => ({
      totals: await slipTotals(tx, kind, filters as MoneyFilters),
      countedBy: countedBy(kind.def),
    }),
  })
}
