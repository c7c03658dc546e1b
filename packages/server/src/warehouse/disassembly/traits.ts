import { disassembly } from '@chepu/contract/warehouse/disassembly'
import { roleBits } from '@chepu/contract/kernel/partner-roles'
import { standardActions } from '../../kernel/goods/standard-actions'
import type { GoodsKind, GoodsTraits } from '../../kernel/goods/types'
import { kitColumns } from '../kit/columns'
import { assertKit } from '../kit/rules'
import { postingOfDisassembly } from '../kit/posting'
import { weightsOf } from './weights'

/** 拆分单 on the server. */
const traits: GoodsTraits<typeof disassembly> = {
  def: disassembly,
  partnerRole: roleBits('supplier'),
  priceField: disassembly.priceField,
  columns: kitColumns,
  prepare(_, request) {
    assertKit(request)
    return Promise.resolve(request)
  },
}

export const disassemblyKind = {
  ...traits,
  actions: standardActions(traits, async (doc, tx) => postingOfDisassembly(doc, await weightsOf(tx, doc))),
} satisfies GoodsKind
