// What a customer gets for a bill of parts alone: a replacement or a credit, and how much of either is left (business/three-guarantees 3.7).
import { add, compare, type Decimal, isPositive, isZero, trimZeros } from '@chepu/contract/kernel/decimal'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { invalid, refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { GoodsDocument } from '../../kernel/goods/types'
import type { SaveRequest } from '../../kernel/goods/save'
import type { WarrantyBill } from '../bill/types'

/** Documents `d` of goods that stand for a bill. */
const live = `d.state not in ('voided', 'reversed') and not d.is_red`

/** A part of a bill, and how much of it no document gives yet. */
export interface LeftPart {
  partId: number
  code: string
  left: Decimal
}

/** Parts of a bill in the order of its lines, with what is left of each; without what document `exceptId` gives. */
const leftParts = (tx: CallerTx, billId: number, exceptId = 0): Promise<LeftPart[]> =>
  tx.query<LeftPart>({
    name: 'left-parts-of-bill',
    text: `select p.id as part_id, p.code, sum(l.qty) - coalesce((
          select sum(g.qty) from goods_document d join goods_document_line g on g.group_id = d.group_id and g.document_id = d.id
          join part o on o.group_id = g.group_id and o.id = g.part_id
          where d.group_id = $1 and d.warranty_bill_id = $2 and d.id <> $3 and ${live} and coalesce(o.merged_into_id, o.id) = p.id), 0) as left
      from repair_line l
      join part w on w.group_id = l.group_id and w.id = l.part_id
      join part p on p.group_id = w.group_id and p.id = coalesce(w.merged_into_id, w.id)
      where l.group_id = $1 and l.document_id = $2 and l.section = 'materials'
      group by p.id, p.code order by min(l.line_no)`,
    values: [tx.groupId, billId, exceptId],
  })

/**
 * Refuses a draft of a bill that gives something else than the bill says: another customer, another part, more of one, a price of what replaces, or a
 * credit without the delivery that it was sold by. Holds the bill, so that two drafts do not give the same piece. Nothing of other drafts.
 * @throws Failure invalid, by field and line
 */
export async function assertGivenFor(tx: CallerTx, before: GoodsDocument, request: SaveRequest): Promise<void> {
  const { warrantyBillId } = before
  if (warrantyBillId === null) return
  const bill = await tx.one<{ billNo: string }>({
    name: 'hold-bill-of-remedy',
    text: 'select bill_no from repair_document where group_id = $1 and id = $2 for no key update',
    values: [tx.groupId, warrantyBillId],
  })
  const of = `三包单 ${bill?.billNo}`
  if (request.header.partnerId !== before.partnerId)
    invalid([{ path: 'header.partnerId', message: `客户须与${of} 相同` }])
  const left = new Map((await leftParts(tx, warrantyBillId, before.id)).map((part) => [part.partId, part]))
  const faults = before.kind === salesDelivery.kind ? replacementFaults : creditFaults
  const errors = [...faults(request), ...qtyFaults(request, left, of)]
  if (errors.length > 0) invalid(errors)
}

/** What replaces is given for nothing, and executes nothing else. */
function replacementFaults({ header, lines }: SaveRequest): FieldError[] {
  const isPriced = ({ price, netAmount }: SaveRequest['lines'][number]) =>
    !isZero(price ?? '0') || !isZero(netAmount ?? '0')
  const at = lines.findIndex((line) => line.price === null || isPriced(line))
  if (at >= 0) return [{ path: `lines.${at}.price`, message: `第${at + 1}行 三包换货的价格为 0，不能修改` }]
  const drawn = lines.findIndex(
    ({ sourceLineId, linkedPurchaseLineId = null }) => (sourceLineId ?? linkedPurchaseLineId) !== null,
  )
  if (drawn >= 0) return [{ path: `lines.${drawn}.sourceLineId`, message: `第${drawn + 1}行 三包换货不能引用其他单据` }]
  return isZero(header.orderDiscount) ? [] : [{ path: 'header.orderDiscount', message: '三包换货没有整单优惠' }]
}

const creditFaults = ({ lines }: SaveRequest): FieldError[] =>
  lines.flatMap(({ sourceLineId }, i) =>
    sourceLineId === null
      ? [{ path: `lines.${i}.sourceLineId`, message: `第${i + 1}行 三包退货须对应原销售出库单` }]
      : [],
  )

function qtyFaults({ lines }: SaveRequest, left: ReadonlyMap<number, LeftPart>, of: string): FieldError[] {
  const given = new Map<number, Decimal>()
  return lines.flatMap(({ partId, qty }, i) => {
    const part = left.get(partId)
    if (!part) return [{ path: `lines.${i}.partId`, message: `第${i + 1}行 配件不在${of} 上` }]
    const sum = add(given.get(partId) ?? '0', qty)
    given.set(partId, sum)
    if (compare(sum, part.left) <= 0) return []
    const message = `第${i + 1}行 [${part.code}] ${of} 还可给 ${trimZeros(part.left)}，本单 ${trimZeros(sum)}`
    return [{ path: `lines.${i}.qty`, message }]
  })
}

/** Numbers of the documents that stand for a bill, the oldest first. */
const givenFor = (tx: CallerTx, billId: number) =>
  tx.query<{ billNo: string }>({
    name: 'remedies-of-bill',
    text: `select d.bill_no from goods_document d where d.group_id = $1 and d.warranty_bill_id = $2 and ${live} order by d.id`,
    values: [tx.groupId, billId],
  })

/** Refuses to undo or to give up a bill for which the customer gets something. Asked behind the lock of the bill. @throws Failure refusal */
export async function assertNothingGiven(tx: CallerTx, { id, billNo }: WarrantyBill): Promise<void> {
  const [first] = await givenFor(tx, id)
  if (first) refuse(`三包单 ${billNo} 已有 ${first.billNo}，请先作废或红冲`)
}

/** What of a bill the customer may still get. @throws Failure refusal when he gets all of it already, naming the documents */
export async function openParts(tx: CallerTx, { id, billNo }: WarrantyBill): Promise<LeftPart[]> {
  const open = (await leftParts(tx, id)).filter(({ left }) => isPositive(left))
  if (open.length > 0) return open
  const numbers = (await givenFor(tx, id)).map((given) => given.billNo)
  return refuse(numbers.length > 0 ? `三包单 ${billNo} 已有 ${numbers.join('、')}` : `三包单 ${billNo} 没有材料`)
}
