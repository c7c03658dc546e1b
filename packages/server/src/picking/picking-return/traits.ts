import { pickingReturn } from '@chepu/contract/picking/picking-return'
import { picking } from '@chepu/contract/picking/picking'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { fieldError, invalid } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { SaveRequest } from '../../kernel/goods/save'
import type { GoodsTraits } from '../../kernel/goods/types'
import { carColumns } from '../columns'
import { ofOrder, orderNamed } from '../order'

/** 退料单 on the server. */
export const traits: GoodsTraits<typeof pickingReturn> = {
  def: pickingReturn,
  partnerRole: 0,
  priceField: pickingReturn.priceField,
  columns: carColumns,
  source: { kinds: [picking.kind], counts: 'returned_qty', states: ['done'] },
  async prepare(tx, request) {
    const [order, issued] = await Promise.all([orderNamed(tx, request), issuedLines(tx, request)])
    const errors = request.lines.flatMap(({ sourceLineId }, i): FieldError[] =>
      issued.get(sourceLineId ?? 0)?.workOrderId === order.id
        ? []
        : [fieldError(`lines.${i}.sourceLineId`, `不是工单 ${order.billNo} 领的料`)],
    )
    if (errors.length > 0) invalid(errors)
    const of = ({ sourceLineId }: SaveRequest['lines'][number]) => issued.get(sourceLineId as number) as IssuedLine
    const lines = request.lines.map((line) => ({ ...line, workOrderLineId: of(line).workOrderLineId }))
    const made = ofOrder({ ...request, lines }, order)
    // The customer of the picking, whose goods these are, also where the order has got another one since.
    const [first] = lines
    return first ? { ...made, header: { ...made.header, partnerId: of(first).partnerId } } : made
  },
}

interface IssuedLine {
  id: number
  workOrderId: number
  workOrderLineId: number
  partnerId: number
}

/** The lines of pickings that the return names. */
async function issuedLines(tx: CallerTx, { lines }: SaveRequest): Promise<Map<number, IssuedLine>> {
  const rows = await tx.query<IssuedLine>({
    name: 'issued-lines',
    text: `select l.id, l.work_order_line_id, d.work_order_id, d.partner_id
      from goods_document_line l join goods_document d on d.group_id = l.group_id and d.id = l.document_id
      where l.group_id = $1 and d.kind = $3 and l.id = any ((select $2::bigint[])::bigint[])`,
    values: [tx.groupId, lines.map(({ sourceLineId }) => sourceLineId), picking.kind],
  })
  return new Map(rows.map((row) => [row.id, row]))
}
