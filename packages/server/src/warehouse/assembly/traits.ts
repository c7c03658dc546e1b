import { assembly } from '@chepu/contract/warehouse/assembly'
import { roleBits } from '@chepu/contract/kernel/partner-roles'
import { standardActions } from '../../kernel/goods/standard-actions'
import type { GoodsKind, GoodsTraits } from '../../kernel/goods/types'
import { kitColumns } from '../kit/columns'
import { assertKit } from '../kit/rules'
import { postingOfAssembly } from '../kit/posting'

/** 组装单 on the server. */
const traits: GoodsTraits<typeof assembly> = {
  def: assembly,
  partnerRole: roleBits('supplier'),
  priceField: assembly.priceField,
  columns: kitColumns,
  prepare(_, request) {
    assertKit(request)
    return Promise.resolve(request)
  },
}

export const assemblyKind = { ...traits, actions: standardActions(traits, postingOfAssembly) } satisfies GoodsKind
