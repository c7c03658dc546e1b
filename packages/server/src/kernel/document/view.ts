// What is shown of a document, whatever its family.
import type { DocumentDef } from '@chepu/contract/kernel/document'
import type { LogRow, relatedDocument } from '@chepu/contract/kernel/document-calls'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { notFound } from '../base/errors'
import { maskedMobile } from '../caller/mobile'
import { inScope } from '../caller/scope'
import { audit } from '../db/audit'
import type { CallerTx } from '../db/tx'
import type { Family, LockedDocument } from './types'

/** The document, when the caller's scope covers it. @throws Failure notFound otherwise: it does not exist for him */
export async function visible<Doc extends LockedDocument>(
  tx: CallerTx,
  family: Family<Doc>,
  { kind, area }: DocumentDef,
  id: number,
): Promise<Doc> {
  const doc = await family.read(tx, kind, id)
  if (!doc || !inScope(tx.caller, area, doc)) notFound('单据')
  return doc
}

/** Names of people and of the red pair, as columns beside the header `d` of any family; `nameJoins` brings them. */
export const nameColumns = `c.real_name as creator_name, a.real_name as approver_name, po.real_name as poster_name, s.name as salesperson_name,
  h.name as handler_name, dep.name as department_name, red.bill_no as red_of_no, blue.bill_no as red_no, blue.id as red_id`

/** Joins of what `nameColumns` names to the headers `d` of a table. */
export const nameJoins = (
  table: string,
): string => `left join app_user c on c.group_id = d.group_id and c.id = d.creator_id
  left join app_user a on a.group_id = d.group_id and a.id = d.approver_id
  left join app_user po on po.group_id = d.group_id and po.id = d.poster_id
  left join employee s on s.group_id = d.group_id and s.id = d.salesperson_id
  left join employee h on h.group_id = d.group_id and h.id = d.handler_id
  left join department dep on dep.group_id = d.group_id and dep.id = d.department_id
  left join ${table} red on red.group_id = d.group_id and red.id = d.red_of
  left join ${table} blue on blue.group_id = d.group_id and blue.red_of = d.id`

type Row = Readonly<Record<string, unknown>>

/**
 * A document with tables of lines of its kind's choice as it is shown: of the header and of each line what their family answers, but for
 * what is hidden.
 */
export function sectionedView<Header, Lines>(
  def: DocumentDef,
  shown: { header: string[]; line: (line: z.ZodObject) => string[] },
  rows: { header: object; lines: readonly Row[] },
  isHidden: (name: string) => boolean,
): { header: Header } & Lines {
  const of = (row: Row, names: readonly string[]) =>
    Object.fromEntries(names.filter((name) => !isHidden(name)).map((name) => [name, row[name]]))
  const sections = Object.entries(def.sections).map(([section, { line }]) => [
    section,
    rows.lines.filter((each) => each['section'] === section).map((each) => of(each, shown.line(line))),
  ])
  return { header: of(rows.header as Row, shown.header), ...Object.fromEntries(sections) } as { header: Header } & Lines
}

/** A document that hangs together with another one, as it is read; what its state is called follows of its kind. */
export type Related = Omit<z.output<typeof relatedDocument>, 'stateName'>

/** Slips that settle what a document has billed, with what of it (关联单据). */
export const slipsSettling = (tx: CallerTx, { kind, id }: Pick<LockedDocument, 'kind' | 'id'>): RawBuilder<Related> =>
  sql<Related>`select m.kind, m.id, m.bill_no, m.biz_date, m.state, 'settlement', null, sum(s.amount + s.discount)
    from money_slip_item s
    join open_item i on i.group_id = s.group_id and i.id = s.open_item_id
    join money_slip m on m.group_id = s.group_id and m.id = s.slip_id
    where s.group_id = ${tx.groupId} and i.source_kind = ${kind} and i.source_id = ${id}
    group by m.kind, m.id, m.bill_no, m.biz_date, m.state`

/** Who did what to a document, newest first. */
export async function logOf(tx: CallerTx, { kind }: DocumentDef, id: number): Promise<LogRow[]> {
  const rows = await tx.query<LogRow>({
    name: 'document-log',
    text: `select l.id, l.at, u.real_name as user_name, l.action, l.from_state, l.to_state, l.reason,
        case when l.action in ('open-link', 'answer-link') then l.ip end as address,
        case when l.action = 'answer-link' then (l.detail ->> 'linkId')::bigint end as signed_by,
        l.detail ->> 'method' as method, l.detail ->> 'by' as agreed_by, l.detail ->> 'phone' as phone,
        l.detail ->> 'calledAt' as called_at, (l.detail ->> 'signatureId')::bigint as signature_id
      from audit_log l left join app_user u on u.group_id = l.group_id and u.id = l.user_id
      where l.group_id = $1 and l.entity = $2 and l.entity_id = $3 order by l.id desc`,
    values: [tx.groupId, kind, id],
  })
  return rows.map((row) => ({ ...row, phone: row.phone && maskedMobile(tx.caller, row.phone) }))
}

/** Notes that a document is printed; answers how often it has been by now. */
export async function countPrint(tx: CallerTx, { table }: Family, { kind }: DocumentDef, id: number): Promise<number> {
  const row = await tx.one<{ printCount: number }>({
    name: `count-print-${table}`,
    text: `update ${table} set print_count = print_count + 1 where group_id = $1 and id = $2 returning print_count`,
    values: [tx.groupId, id],
  })
  await audit(tx, { entity: kind, entityId: id, action: 'print' })
  return row?.printCount ?? 0
}
