import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { salesQuotation } from '@chepu/contract/sales/sales-quotation'
import type { GoodsTraits } from '../../kernel/goods/types'
import { completedQuotation } from './rules'

/** 销售报价单 on the server. */
export const traits: GoodsTraits<typeof salesQuotation> = {
  def: salesQuotation,
  partnerRole: partnerRoles.customer,
  priceField: salesQuotation.priceField,
  sells: true,
  prepare: async (_tx, request) => completedQuotation(request),
}
