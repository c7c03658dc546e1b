import { z } from 'zod'
import { pageOf as pageId } from '../access/catalogue'
import { flag, idList } from '../kernel/list-query'
import { owingType } from '../kernel/payer-types'
import { route } from '../kernel/route'
import { id, addressedId } from '../kernel/scalars'
import { accountSides, advances } from '../kernel/money-document'

/** Something a partner owes or is owed. Amounts are absent for callers who may not see balances (business/access 8). */
export const openItemRow = z.object({
  id,
  side: z.enum(accountSides),
  partnerId: id,
  partnerName: z.string(),
  sourceKind: z.string(),
  sourceId: id,
  billNo: z.string(),
  bizDate: z.string(),
  dueOn: z.string(),
  /** Days past the due date, 0 when it is not due yet. */
  overdueDays: z.number().int(),
  original: z.string().optional(),
  settled: z.string().optional(),
  discounted: z.string().optional(),
  balance: z.string().optional(),
  payerType: owingType,
  remark: z.string(),
})
export type OpenItemRow = z.output<typeof openItemRow>

/**
 * Open items of one partner, oldest due first, with his unused advance money (business/finance 2.1, 2.4). With `cod`, those of customers whose money he
 * collects: `original` is what he was told to collect, `settled` what he has brought, `balance` what is still to come; and beside them what he is owed himself
 * (business/finance 2.5). With `badDebt`, receivables that were given up: `balance` is what of that has not come back (business/finance 3.1).
 * What claims have opened is settled by 三包结算单 alone (business/three-guarantees 7.1); with `redBlue` what an order has billed is offered, to be set off against its refund.
 */
export const currentReceive = route({
  method: 'GET',
  path: '/api/web/detail/current_receive',
  access: [pageId('collection'), pageId('payment'), pageId('write_off'), pageId('receivable'), pageId('payable')],
  summary: '往来单位未结单据',
  query: z.object({
    partnerId: addressedId.optional(),
    /** The partner is found from them when he is not named. */
    itemIds: idList.optional(),
    /** Documents whose open items are asked for, as in a list's 收款. */
    sourceKind: z.string().max(40).optional(),
    sourceIds: idList.optional(),
    side: z.enum([...accountSides, 'both']).default('both'),
    /** Instead of the partner's own: what he, a carrier, still owes of what he has collected of customers (代收货款). */
    cod: flag.optional(),
    /** Instead of what is open: receivables of which something was given up as a bad debt and has not come back. */
    redBlue: flag.optional().describe('true：红蓝对冲，连同维修结算单应收厂家的三包款'),
    badDebt: flag.optional().describe('true：只列核销为坏账、尚未收回的应收'),
  }),
  data: z.object({
    partner: z.object({ id, name: z.string(), cusFlag: z.number().int() }).nullable(),
    /** Unused advances that are tied to no order, and those of orders still open. */
    advances: z.array(
      z.object({
        account: z.enum(Object.values(advances)),
        amount: z.string(),
        /** The order, named by both: documents of two kinds may have the same id. */
        sourceKind: z.string().nullable(),
        sourceId: id.nullable(),
        sourceNo: z.string().nullable(),
      }),
    ),
    rows: z.array(openItemRow),
  }),
})

/** Orders of a partner that a deposit may be tied to. */
export const depositOrders = route({
  method: 'GET',
  path: '/api/web/detail/deposit_order',
  access: [pageId('collection'), pageId('payment'), pageId('write_off')],
  summary: '可收付订金的订单',
  query: z.object({ partnerId: addressedId, side: z.enum(accountSides) }),
  data: z.object({
    rows: z.array(
      z.object({
        id,
        kind: z.string(),
        billNo: z.string(),
        bizDate: z.string(),
        state: z.string(),
        /** Of an order of a car. */
        plate: z.string().nullable(),
      }),
    ),
  }),
})
