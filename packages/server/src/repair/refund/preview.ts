import { add, isZero, money } from '@chepu/contract/kernel/decimal'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { type RefundPreview, refundPreview } from '@chepu/contract/repair/refund'
import { chargedOf, refundable, refundTargets } from '@chepu/contract/repair/refund-figures'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { forbidden, invalid } from '../../kernel/base/errors'
import { sees } from '../../kernel/caller/caller'
import { inScope } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { Bind } from '../../kernel/http/bind'
import { repairDocuments } from '../../kernel/repair/repo'
import { owesAs } from '@chepu/contract/repair/payer'
import type { Asked } from './asked'
import { faultsOf } from './asked'
import { figuresOfRefund, type RefundFigures } from './figures'
import { itemsOfSettlement } from './repo'
import { type RefundableLine, refundableLines } from './settled'
import { verdictInTheWay } from './verdict'

export const bindRefundPreview = (bind: Bind): void => bind(refundPreview, (tx, { body }) => previewOf(tx, body))

/** What of a settlement may go back, and where the money of what is asked for would go (business/repair-settlement 6). */
async function previewOf(
  tx: CallerTx,
  { settlementId, lines: wanted = [] }: BodyOf<typeof refundPreview>,
): Promise<RefundPreview> {
  if (!sees(tx.caller, 'doc_price')) forbidden('您没有查看单据价格与金额的权限')
  const [about, settled] = await Promise.all([headOf(tx, settlementId), refundableLines(tx, settlementId)])
  const byId = new Map(settled.map((line) => [line.id, line]))
  const known = wanted.filter(({ sourceLineId }) => byId.has(sourceLineId))
  const asked = known.map(({ sourceLineId, qty = '0', refundAmount, isRestocked }): Asked => {
    const { row } = byId.get(sourceLineId) as RefundableLine
    const amount = refundAmount == null ? {} : { amount: refundAmount }
    return {
      section: row.section,
      place: row.lineNo - 1,
      lineId: sourceLineId,
      qty,
      ...amount,
      restocks: isRestocked === true,
    }
  })
  const figures = figuresOfRefund(settled, asked, about.partnerId)
  const payers = await payersOf(tx, { ...about, settlementId }, figures)
  const agreed = await verdictInTheWay(tx, about.workOrderId, figures)
  return {
    ...about,
    settlementId,
    lines: settled
      .filter(({ row }) => !row.isConsumable || !isZero(row.costAmount))
      .map((line) => shown(line, figures)),
    payers,
    total: money(add('0', ...figures.lines.map(chargedOf))),
    ...(sees(tx.caller, 'cost_price') && { restocked: figures.restocked }),
    problems: [...faultsOf(settled, asked), ...(agreed === undefined ? [] : [{ message: agreed }])].map(
      ({ message }) => ({ message }),
    ),
  }
}

type Head = Omit<RefundPreview, 'settlementId' | 'lines' | 'payers' | 'total' | 'restocked' | 'problems'>

/** Whose settlement it is; one that the caller could not have picked does not exist. */
async function headOf(tx: CallerTx, id: number): Promise<Head> {
  const settlement = await repairDocuments.read(tx, repairSettlement.kind, id)
  const isHis = settlement?.orgId === tx.caller.orgId && inScope(tx.caller, repairSettlement.area, settlement)
  const head =
    isHis && settlement.state === 'done'
      ? await tx.one<Head>({
          name: 'head-of-settlement',
          text: `select d.bill_no as settlement_no, d.work_order_id, o.bill_no as work_order_no, p.id as partner_id, p.name as partner_name, d.vehicle_id,
              v.plate, v.model_text, o.warehouse_id, w.name as warehouse_name
            from repair_document d
            join repair_document o on o.group_id = d.group_id and o.id = d.work_order_id
            join partner c on c.group_id = d.group_id and c.id = d.partner_id
            join partner p on p.group_id = c.group_id and p.id = coalesce(c.merged_into_id, c.id)
            left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
            left join warehouse w on w.group_id = o.group_id and w.id = o.warehouse_id
            where d.group_id = $1 and d.id = $2`,
          values: [tx.groupId, id],
        })
      : undefined
  return head ?? invalid([{ path: 'settlementId', message: '结算单不存在或未结算' }])
}

function shown(line: RefundableLine, { lines }: RefundFigures): RefundPreview['lines'][number] {
  const open = refundable(line)
  const now = lines.find(({ settled }) => settled.id === line.id)
  return {
    id: line.id,
    section: line.row.section,
    name: line.name,
    partCode: line.row.partCode,
    payer: line.payer,
    qty: line.qty,
    charged: chargedOf(line),
    openQty: open.qty,
    openAmount: open.amount,
    backQty: now?.qty ?? '0',
    backAmount: now ? chargedOf(now) : '0.00',
    mayRestock: line.mayRestock,
  }
}

/** What each payer gets back, as it would be given to him today. */
async function payersOf(
  tx: CallerTx,
  { settlementId, settlementNo }: Pick<RefundPreview, 'settlementId' | 'settlementNo'>,
  { amounts, gift }: RefundFigures,
) {
  const rows = await tx.query<{ partnerId: number; payerType: string | null; balance: string | null; name: string }>({
    name: 'open-of-payers',
    text: `select p.id as partner_id, p.name, i.payer_type, i.balance from partner p
      left join open_item i on ${itemsOfSettlement} and i.partner_id = p.id and i.balance > 0
      where p.group_id = $1 and p.id = any ($5::bigint[])`,
    values: [tx.groupId, tx.caller.orgId, settlementId, settlementNo, amounts.map(({ partnerId }) => partnerId)],
  })
  return amounts.map(({ payer, partnerId, amount }) => {
    const own = rows.filter((row) => row.partnerId === partnerId)
    const item = own.find((row) => row.payerType === owesAs(payer))
    const isCustomer = payer === 'customer'
    const { receivable, money: rest } = refundTargets(amount, {
      open: item?.balance ?? '0',
      ...(isCustomer && { gift }),
    })
    return { payer, partnerId, partnerName: own[0]?.name ?? '', amount, receivable, money: rest }
  })
}
