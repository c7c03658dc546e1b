// A kind of document between two organisations that only tests know: goods of one go to a warehouse of the other, which owes for
// them. Its owner sells, the counterparty takes over or refuses.
import { otherOut } from '@chepu/contract/warehouse/other-out'
import { defineGoodsDocument, goodsHeader, goodsLine, goodsLines } from '@chepu/contract/kernel/goods-document'
import { id } from '@chepu/contract/kernel/scalars'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { entryHandlers } from '../src/kernel/document/entry'
import { postDocument, reverseDocument, unpostDocument } from '../src/kernel/goods/lifecycle'
import type { GoodsActions, GoodsDocument, GoodsTraits } from '../src/kernel/goods/types'
import type { CallerTx } from '../src/kernel/db/tx'
import type { Posting, StockMove } from '../src/kernel/ledgers/types'

const buttons = otherOut.actions

export const internalSale = defineGoodsDocument({
  kind: 'internal_sale',
  title: '内部销售单',
  prefix: 'NX',
  path: 'internal-sale',
  area: 'stock',
  priceField: 'doc_price',
  flags: ['out'],
  partnerTitle: '对方企业',
  hasCounterparty: true,
  buttons: otherOut.buttons,
  header: goodsHeader.extend({ counterOrgId: id, toWarehouseId: id }),
  sections: { lines: goodsLines(goodsLine) },
  actions: {
    submit: { label: '提交', from: ['draft'], to: ['submitted'], button: buttons.submit.button, stamp: 'submitted' },
    withdraw: { label: '撤回', from: ['submitted'], to: ['draft'], button: buttons.submit.button, stamp: 'cleared' },
    takeOver: {
      label: '接收',
      by: 'counterparty',
      from: ['submitted'],
      to: ['done'],
      button: buttons.approve.button,
      stamp: 'approved',
    },
    unapprove: {
      label: '反审核',
      from: ['done'],
      to: ['draft'],
      button: buttons.unapprove.button,
      stamp: 'cleared',
      reason: true,
    },
    reverse: { label: '红冲', from: ['done'], to: ['reversed'], button: buttons.reverse.button, reason: true },
  },
})

export const traits: GoodsTraits<typeof internalSale> = {
  def: internalSale,
  partnerRole: partnerRoles.sister,
  priceField: internalSale.priceField,
}

interface Terms {
  /** Where goods enter over there, and who we are to them. */
  locationId: number
  ownerPartnerId: number
}

/** Goods leave at their average and enter at what they are sold for; each side owes or is owed by the other. */
function postingOf(doc: GoodsDocument, { locationId, ownerPartnerId }: Terms): Posting {
  const [counterOrgId, toWarehouseId] = [doc.counterOrgId as number, doc.toWarehouseId as number]
  const stock = doc.lines.flatMap((line): StockMove[] => {
    const common = { lineId: line.id, lineNo: line.lineNo, partId: line.partId, partCode: line.partCode, qty: line.qty }
    const out = { warehouseId: line.warehouseId, locationId: line.locationId, batchNo: line.batchNo }
    const there = { orgId: counterOrgId, warehouseId: toWarehouseId, locationId, batchNo: line.batchNo }
    return [
      { ...common, ...out, direction: 'out', costing: { at: 'free' }, pnl: 'cogs_part' },
      { ...common, ...there, direction: 'in', costing: { at: 'value', value: line.taxed } },
    ]
  })
  const due = { tab: 'transfer' as const, amount: doc.totalTaxed, dueOn: doc.bizDate }
  return {
    stock,
    openItems: [
      { ...due, partnerId: doc.partnerId, side: 'AR' },
      { ...due, partnerId: ownerPartnerId, side: 'AP', orgId: counterOrgId },
    ],
    pnl: [{ kind: 'revenue_part', amount: doc.totalUntaxed, amountTaxed: doc.totalTaxed }],
  }
}

const termsOf = async (tx: CallerTx, doc: GoodsDocument): Promise<Terms> => {
  const terms = await tx.one<Terms>({
    text: `select l.id as location_id, p.id as owner_partner_id from location l, partner p
      where l.group_id = $1 and l.warehouse_id = $2 and l.is_default
        and p.group_id = $1 and p.system_kind = 'sister_org' and p.system_org_id = $3`,
    values: [tx.groupId, doc.toWarehouseId, doc.orgId],
  })
  if (!terms) throw new Error('the other side has no place for the goods')
  return terms
}

export const actions: GoodsActions<typeof internalSale> = {
  submit: entryHandlers.submit,
  withdraw: entryHandlers.withdraw,
  takeOver: (tx, doc) => postDocument(tx, traits, doc, async (locked) => postingOf(locked, await termsOf(tx, locked))),
  unapprove: (tx, doc) => unpostDocument(tx, traits, doc),
  reverse: (tx, doc) => reverseDocument(tx, traits, doc),
}
