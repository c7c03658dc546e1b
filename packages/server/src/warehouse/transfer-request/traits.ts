import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { fieldError, invalid } from '../../kernel/base/errors'
import { nameBeside } from '../../kernel/document/own-columns'
import type { GoodsTraits } from '../../kernel/goods/types'

/** 调拨申请单 on the server. */
export const traits: GoodsTraits<typeof transferRequest> = {
  def: transferRequest,
  partnerRole: 0,
  warehouseFlag: 'transfer',
  priceField: transferRequest.priceField,
  columns: {
    counterOrgName: nameBeside('org', 'counter_org_id'),
    toWarehouseName: nameBeside('warehouse', 'to_warehouse_id'),
  },
  check(_tx, request) {
    if (request.expectedOn !== null && request.expectedOn < request.bizDate)
      invalid([fieldError('header.expectedOn', '期望到货日不能早于业务日期')])
  },
}
