import type { DataOf } from '@chepu/contract/kernel/route'
import type { transferPicks } from '@chepu/contract/warehouse/transfer-desk'
import type { PrintColumn, PrintSheet } from '../../kit/print/print-template'
import { text } from '../../kit/base/format'

const columns: readonly PrintColumn[] = [
  { key: '#', title: '序号', share: 6 },
  { key: 'locationCode', title: '货位', share: 14 },
  { key: 'partCode', title: '配件编码', share: 18 },
  { key: 'partName', title: '配件名称', share: 26 },
  { key: 'brandName', title: '品牌', share: 10, optional: true },
  { key: 'spec', title: '规格', share: 13, optional: true },
  { key: 'batchNo', title: '批次', share: 10, optional: true },
  { key: 'unitName', title: '单位', share: 6 },
  { key: 'qty', title: '数量', kind: 'qty', share: 9 },
  { key: 'picked', title: '实拣', share: 9 },
]

/** A line as far as it is picked: what it is, and the bins it is taken from. */
type PickedLine = object & Pick<DataOf<typeof transferPicks>['rows'][number], 'picks'>

/** 拣货单: one row a bin, in the order of walking; without prices. */
export function pickSheet(
  title: string,
  header: Readonly<Record<string, unknown>>,
  lines: readonly PickedLine[],
  organisation: string,
): PrintSheet {
  const rows = lines
    .flatMap((line) => line.picks.map((pick) => ({ ...line, ...pick, picked: '' })))
    .toSorted((a, b) => a.pickOrder - b.pickOrder || a.locationCode.localeCompare(b.locationCode))
  const fields = [
    { title: '往来单位', value: text(header['partnerName']) },
    { title: '调入', value: [header['counterOrgName'], header['toWarehouseName']].filter(Boolean).join(' ') },
    { title: '仓库', value: text(header['warehouseName']) },
    { title: '日期', value: text(header['bizDate']) },
    { title: '物流公司', value: text(header['carrierName']) },
    { title: '收货地址', value: text(header['address']) },
    { title: '业务员', value: text(header['salespersonName']) },
  ]
  return {
    organisation,
    title: `拣货单（${title}）`,
    number: text(header['billNo']),
    fields: fields.filter((field) => field.value !== ''),
    columns,
    lines: rows,
    remark: text(header['remark']),
    signatures: ['拣货', '复核', '发货'].map((name) => ({ title: name, value: '' })),
  }
}
