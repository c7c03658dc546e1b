import type { MoneyFilters } from '@chepu/contract/kernel/money-document'
import { sql } from 'kysely'
import { type ExportColumn, registerExport } from '../export/registry'
import type { MoneyTraits } from './kind'
import { selectSlips } from './list'

const text = (key: string, title: string, width = 14): ExportColumn => ({ key, title, kind: 'text', width })
const number = (key: string, title: string): ExportColumn => ({ key, title, kind: 'number', width: 14 })

/** Makes the list of a kind exportable under the kind's name. */
export function exportSlips(kind: MoneyTraits): void {
  const columns: ExportColumn[] = [
    text('billNo', '单号', 20),
    text('orgName', '企业', 20),
    { key: 'bizDate', title: '业务日期', kind: 'date', width: 12 },
    text('purpose', '类型'),
    text('partnerName', kind.def.partnerTitle, 24),
    text('payerName', '实际收付单位', 24),
    text('accountNames', '账户', 20),
    number('total', '金额'),
    number('fee', '手续费'),
    number('writtenOff', '核销额'),
    number('discount', '优惠'),
    number('advance', '预收预付'),
    text('sourceNo', '订单', 20),
    text('state', '状态'),
    text('handlerName', '经手人'),
    text('salespersonName', '业务员'),
    text('creatorName', '制单人'),
    text('approverName', '审核人'),
    { key: 'approvedAt', title: '审核时间', kind: 'date', width: 20 },
    text('remark', '备注', 30),
  ]
  registerExport(kind.def.kind, {
    title: kind.def.title,
    columns: () => columns,
    rows: (tx, filters) =>
      sql`${selectSlips(tx, kind, filters as MoneyFilters, { words: true })} order by d.biz_date desc, d.id desc`,
  })
}
