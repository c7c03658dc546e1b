import { compare } from '@chepu/contract/kernel/decimal'
import { oldPartStates, type OldPartState } from '@chepu/contract/warranty/old-part'
import { refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { RepairDocument, RepairLine } from '../../kernel/repair/types'
import { noteSteps } from './held'

/** A 三包单 whose row is held. */
type TaggedBill = Pick<RepairDocument, 'id' | 'orgId' | 'kind' | 'billNo' | 'handling' | 'lines'>

/**
 * The number of a tag: JJ, the number of the bill without its SB, the line in two digits or three, the piece in two. Nothing else stands in it, so that CODE
 * 128 packs its digits in pairs and its bars fit on 50 mm (ADR 0389).
 */
export const tagOf = (billNo: string, lineNo: number, piece: number): string =>
  ['JJ', billNo.replace(/^SB/, ''), ...[lineNo, piece].map((each) => String(each).padStart(2, '0'))].join('')

/** Whether the part that a line replaces comes into the store: it goes back, or another one stands in its place (business/three-guarantees 6.1). */
const isKept = ({ handling }: TaggedBill, line: RepairLine): boolean =>
  line.section === 'materials' &&
  line.partId !== null &&
  (line.returnsOldPart || handling === 'replace' || handling === 'return')

const everyPiece = Array.from({ length: 99 }, (_, i) => i + 1)

/** Pieces of a quantity, counted from 1: whole ones; one tag is for all of what is no whole piece, or of more than anybody tags one by one. */
const piecesOf = (qty: string): number[] =>
  everyPiece.filter(
    (piece) => piece === 1 || (compare(qty, `${everyPiece.length}`) <= 0 && compare(qty, `${piece}`) >= 0),
  )

/**
 * Tags for the old parts of a bill that is approved, a tag a piece, in the organisation's store for old parts. Those that the bill has had before are the
 * same ones again.
 */
export async function makeTags(tx: CallerTx, bill: TaggedBill): Promise<void> {
  const pieces = bill.lines
    .filter((line) => isKept(bill, line))
    .flatMap((line) => piecesOf(line.qty).map((piece) => ({ line, tagNo: tagOf(bill.billNo, line.lineNo, piece) })))
  if (pieces.length === 0) return
  const made = await tx.query<{ id: number; place: string | null }>({
    name: 'make-old-part-tags',
    text: `with store as (
        select w.id, w.name from warehouse w where w.group_id = $1 and w.org_id = $2 and w.kind = 'old_part' and w.is_active order by w.id limit 1)
      insert into old_part (group_id, org_id, bill_id, tag_no, bill_line_id, part_id, warehouse_id, created_at)
      select $1, $2, $3, made.tag_no, made.line_id, made.part_id, (select id from store), now()
      from unnest($4::text[], $5::bigint[], $6::bigint[]) as made (tag_no, line_id, part_id)
      on conflict (group_id, tag_no) do update set state = 'stored', bill_line_id = excluded.bill_line_id, part_id = excluded.part_id,
        warehouse_id = excluded.warehouse_id, location_id = null, serial_no = '', tagged_at = null, created_at = excluded.created_at,
        version = old_part.version + 1
      returning id, (select name from store) as place`,
    values: [
      tx.groupId,
      bill.orgId,
      bill.id,
      pieces.map(({ tagNo }) => tagNo),
      pieces.map(({ line }) => line.id),
      pieces.map(({ line }) => line.partId),
    ],
  })
  noteSteps(
    tx,
    made.map(({ id }) => ({ id, state: 'stored' })),
    { doc: bill, place: made[0]?.place ?? '' },
  )
}

/**
 * Takes the tags of a bill back that is undone. They stay as rows for what has named them.
 * @throws Failure refusal where one of them has left the store, or is on its way to
 */
export async function dropTags(tx: CallerTx, bill: Pick<TaggedBill, 'id' | 'kind' | 'billNo'>): Promise<void> {
  const parts = await tx.query<{ id: number; tagNo: string; state: OldPartState; returnNo: string | null }>({
    name: 'hold-tags-of-bill',
    text: `select o.id, o.tag_no, o.state, (
        select d.bill_no from claim_line l join claim_document d on d.group_id = l.group_id and d.id = l.document_id
        where l.group_id = o.group_id and l.old_part_id = o.id and d.kind = 'old_part_return' and d.state <> 'voided' order by d.id limit 1) as return_no
      from old_part o where o.group_id = $1 and o.bill_id = $2 and o.state <> 'dropped' order by o.id for no key update of o`,
    values: [tx.groupId, bill.id],
  })
  const gone = parts.find(({ state, returnNo }) => state !== 'stored' || returnNo !== null)
  if (gone) {
    const where = gone.returnNo === null ? oldPartStates[gone.state] : `在返厂单 ${gone.returnNo} 中`
    refuse(`三包单 ${bill.billNo} 的旧件 ${gone.tagNo} ${where}，不能撤销`)
  }
  if (parts.length === 0) return
  tx.send({
    name: 'drop-tags-of-bill',
    text: `update old_part set state = 'dropped', bill_line_id = null, version = version + 1
      where group_id = $1 and bill_id = $2 and state = 'stored'`,
    values: [tx.groupId, bill.id],
  })
  noteSteps(
    tx,
    parts.map(({ id }) => ({ id, state: 'dropped' })),
    { doc: bill },
  )
}
