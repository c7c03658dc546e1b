import type { Decimal } from '@chepu/contract/kernel/decimal'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { type RawBuilder, sql } from 'kysely'
import { fieldError, invalid } from '../../kernel/base/errors'
import { nameBeside } from '../../kernel/document/own-columns'
import type { GoodsTraits } from '../../kernel/goods/types'

/**
 * What the supplying side promised, with 4 decimals: what it held for the lines, whatever was sent or withdrawn of it since. Null before the
 * approval (business/transfers 1).
 */
const approvedQty: RawBuilder<Decimal | null> = sql`(select sum(r.qty) from goods_document_line l
  join stock_reservation r on r.group_id = l.group_id and r.source_kind = d.kind and r.source_line_id = l.id
  where l.group_id = d.group_id and l.document_id = d.id)`

/** 调拨申请单 on the server. */
export const traits: GoodsTraits<typeof transferRequest> = {
  def: transferRequest,
  partnerRole: 0,
  priceField: transferRequest.priceField,
  columns: {
    approvedQty,
    counterOrgName: nameBeside('org', 'counter_org_id'),
    toWarehouseName: nameBeside('warehouse', 'to_warehouse_id'),
  },
  check(_tx, request) {
    if (request.expectedOn !== null && request.expectedOn < request.bizDate)
      invalid([fieldError('header.expectedOn', '期望到货日不能早于业务日期')])
  },
}
