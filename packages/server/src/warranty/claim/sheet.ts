import {
  type ClaimLayout,
  type LayoutColumn,
  type LayoutField,
  layoutFields,
} from '@chepu/contract/warranty/claim-layout'
import { handlings } from '@chepu/contract/warranty/warranty-bill'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { buffer } from 'node:stream/consumers'
import { own } from '../../kernel/base/own'
import { sees } from '../../kernel/caller/caller'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import type { SheetColumn } from '../../kernel/spreadsheet/sheet-xml'
import { workbook } from '../../kernel/spreadsheet/write'
import { layoutOf } from './layout'
import { labourCodeOf, lineNoOfBill, tagsOf } from './lines'
import { ownClaim } from './own-claim'

type Row = Readonly<Record<Exclude<LayoutField, 'rowNo' | 'fixed'>, unknown>> & { billId: number }

const numbers: readonly LayoutField[] = ['rowNo', 'lineNo', 'mileage', 'stdHours', 'qty']
const prices: readonly LayoutField[] = [
  'price',
  'amount',
  'labourAmount',
  'materialAmount',
  'otherAmount',
  'billAmount',
]
const days: readonly LayoutField[] = ['billDate', 'invoicedOn', 'repairedOn']

const kindOf = (field: LayoutField): SheetColumn['kind'] =>
  numbers.includes(field) || prices.includes(field) ? 'number' : days.includes(field) ? 'date' : 'text'

const sections: Readonly<Record<string, string>> = { labour: '工时', materials: '材料', extras: '费用' }

/**
 * A claim as a workbook in the layout of its manufacturer, a row a line or a bill (business/three-guarantees 4.3); noted in its log. Who may not see prices gets none.
 * @throws Failure notFound
 */
export async function sheetOfClaim(tx: CallerTx, claimId: number): Promise<{ billNo: string; file: Buffer }> {
  const claim = await ownClaim(tx, claimId)
  const layout = await layoutOf(tx, claim.partnerId)
  const lines = await rowsOf(tx, claimId, layout)
  const rows = layout.rowsOf === 'line' ? lines : lines.filter(({ billId }, i) => lines[i - 1]?.billId !== billId)
  const isHidden = (field: LayoutField) => prices.includes(field) && !sees(tx.caller, 'doc_price')
  const cell = (row: Row, column: LayoutColumn, i: number) => (isHidden(column.field) ? null : textOf(row, column, i))
  await audit(tx, { entity: warrantyClaim.kind, entityId: claimId, action: 'export', detail: { layout: layout.name } })
  const source = {
    sheet: layout.sheetName,
    columns: layout.columns.map(({ heading, field }) => ({ title: heading, kind: kindOf(field) })),
    rows: rows.map((row, i) => layout.columns.map((column) => cell(row, column, i))),
  }
  return { billNo: claim.billNo, file: await buffer(workbook([source])) }
}

function textOf(row: Row, { field, text }: LayoutColumn, i: number): unknown {
  if (field === 'fixed') return text ?? ''
  if (field === 'rowNo') return i + 1
  if (field === 'section') return own(sections, String(row.section)) ?? ''
  if (field === 'handling') return own(handlings, String(row.handling)) ?? ''
  return Object.hasOwn(layoutFields, field) ? row[field] : null
}

const rowsOf = (tx: CallerTx, claimId: number, { stationCode, rowsOf: each }: ClaimLayout): Promise<Row[]> =>
  tx.query<Row>({
    name: 'sheet-of-claim',
    text: `select b.id as bill_id, $3::text as station_code, s.name as station_name, d.bill_no as claim_no, b.bill_no, ${lineNoOfBill} as line_no,
        b.biz_date as bill_date, v.plate, v.vin, b.invoiced_on, b.mileage, b.repaired_on, c.name as customer_name, b.contact_mobile, f.code as fault_code, f.name as fault_name, b.complaint, cp.code as cause_part_code,
        cp.name as cause_part_name, b.handling, r.section, coalesce(pt.code, si.code) as code, coalesce(nullif(r.name, ''), pt.name) as name,
        ${labourCodeOf('d.partner_id')} as labour_code,
        case when r.section = 'labour' then r.std_hours end as std_hours, r.qty, r.price, r.net_amount as amount, b.labour_amount, b.material_amount,
        b.other_amount, b.total_amount as bill_amount, r.remark as line_remark, b.remark,
        array_to_string(array(${tagsOf} and ($4::text = 'bill' or o.bill_line_id = r.id) order by o.tag_no), ' ') as old_part_tags
      from claim_line k
      join claim_document d on d.group_id = k.group_id and d.id = k.document_id
      join repair_document b on b.group_id = k.group_id and b.id = k.bill_id
      join org s on s.group_id = d.group_id and s.id = d.org_id
      join partner c on c.group_id = b.group_id and c.id = b.partner_id
      left join vehicle v on v.group_id = b.group_id and v.id = b.vehicle_id
      left join fault_code f on f.group_id = b.group_id and f.id = b.fault_code_id
      left join part cp on cp.group_id = b.group_id and cp.id = b.cause_part_id
      join repair_line r on r.group_id = b.group_id and r.document_id = b.id
      left join part pt on pt.group_id = r.group_id and pt.id = r.part_id
      left join service_item si on si.group_id = r.group_id and si.id = r.service_item_id
      where k.group_id = $1 and k.document_id = $2 and k.section = 'bills' order by k.line_no, line_no`,
    values: [tx.groupId, claimId, stationCode, each],
  })
