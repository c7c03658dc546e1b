import { picking } from '@chepu/contract/picking/picking'
import type { GoodsTraits } from '../../kernel/goods/types'
import { ofOrder, orderNamed } from '../order'
import { carColumns } from '../columns'

/** 领料单 on the server. */
export const traits: GoodsTraits<typeof picking> = {
  def: picking,
  partnerRole: 0,
  emptiesBins: true,
  priceField: picking.priceField,
  columns: carColumns,
  prepare: async (tx, request) => ofOrder(request, await orderNamed(tx, request)),
}
