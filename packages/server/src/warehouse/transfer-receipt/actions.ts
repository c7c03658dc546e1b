import { button } from '@chepu/contract/access/catalogue'
import { isPositive, isZero } from '@chepu/contract/kernel/decimal'
import type { StateOf } from '@chepu/contract/kernel/document'
import { isOfDest, type Outcome, type transferReceipt } from '@chepu/contract/warehouse/transfer-receipt'
import { refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { entryHandlers } from '../../kernel/document/entry'
import { postDocument, reverseDocument, unpostDocument } from '../../kernel/goods/lifecycle'
import { holdSources } from '../../kernel/goods/sources'
import type { GoodsActions, GoodsDocument, GoodsKind, GoodsLine } from '../../kernel/goods/types'
import { tellOtherSide } from '../../kernel/document/tell-other-side'
import { moveBalances, onTheirWay, standingIn, transitOf } from '../transfers/transit'
import { chargeAsAgreed } from './agreed'
import { isSale, postingOf, type ReceiptTerms } from './posting'
import { sisterPartners } from './repo'
import { assertWithin } from './rules'
import { traits } from './traits'

const actions: GoodsActions<typeof transferReceipt> = {
  ...entryHandlers,

  /** 收货: what has come enters, in both books where the two sides are organisations of their own. */
  async approve(tx, receipt) {
    const transit = await transitOf(tx, sidesOf(receipt).sourceOrgId)
    const state = await postDocument(tx, traits, receipt, async (locked) => {
      const terms = await termsOf(tx, locked, transit)
      assertWithin(locked, terms.left)
      if (locked.lines.every((line) => isZero(line.qty) && !isShort(line)))
        refuse('实际数量全部为0，没有可以过账的货物')
      const charged = isSale(locked) ? await chargeAsAgreed(tx, locked, terms.left) : locked
      return postingOf(charged, terms)
    })
    moveBalances(tx, receipt, await standingIn(tx, receipt, transit.warehouseId), 1)
    if (receipt.lines.some(isShort))
      await tellOtherSide(tx, traits.def, receipt, {
        words: '收货有差异，请处理',
        buttons: [button('transfer_receipt', 'diff')],
      })
    return state
  },

  unapprove: (tx, receipt) => takeBack(tx, receipt, unpostDocument),
  reverse: (tx, receipt) => takeBack(tx, receipt, reverseDocument),
}

const isShort = ({ shortQty, damagedQty }: GoodsLine): boolean =>
  isPositive(shortQty ?? '0') || isPositive(damagedQty ?? '0')

/** What a receipt undoes is on its way again, at the value that it had. */
async function takeBack<To extends StateOf<typeof transferReceipt>>(
  tx: CallerTx,
  receipt: GoodsDocument,
  undo: (tx: CallerTx, kind: typeof traits, doc: GoodsDocument) => Promise<To>,
): Promise<To> {
  await holdSources(tx, receipt)
  const transit = await transitOf(tx, sidesOf(receipt).sourceOrgId)
  moveBalances(tx, receipt, await standingIn(tx, receipt, transit.warehouseId), -1)
  return undo(tx, traits, receipt)
}

/** The two organisations of a receipt, which are one within an organisation. */
function sidesOf({ orgId, counterOrgId, outcome }: GoodsDocument): { sourceOrgId: number; destOrgId: number } {
  const other = counterOrgId ?? orgId
  return isOfDest(outcome as Outcome)
    ? { sourceOrgId: other, destOrgId: orgId }
    : { sourceOrgId: orgId, destOrgId: other }
}

async function termsOf(tx: CallerTx, receipt: GoodsDocument, transit: ReceiptTerms['transit']): Promise<ReceiptTerms> {
  const sides = sidesOf(receipt)
  const [left, partners] = await Promise.all([
    onTheirWay(
      tx,
      receipt.lines.map((line) => line.sourceLineId as number),
    ),
    sides.sourceOrgId === sides.destOrgId ? null : sisterPartners(tx, sides),
  ])
  return { ...sides, transit, left, partners, taxpayerKind: tx.caller.org.taxpayerKind }
}

export const transferReceiptKind = { ...traits, actions } satisfies GoodsKind
