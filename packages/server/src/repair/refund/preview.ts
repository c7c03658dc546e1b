import { add, isZero, money, neg, trimZeros } from '@chepu/contract/kernel/decimal'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { type RefundPreview, refundPreview } from '@chepu/contract/repair/refund'
import { chargedOf, refundable } from '@chepu/contract/repair/refund-figures'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { paidByCards, pointsTakenBack } from '../../cards/public'
import { forbidden, invalid } from '../../kernel/base/errors'
import { sees } from '../../kernel/caller/caller'
import { inScope } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { Bind } from '../../kernel/http/bind'
import { repairDocuments } from '../../kernel/repair/repo'
import { billInTheWay } from '../../warranty/public'
import type { Asked } from './asked'
import { faultsOf } from './asked'
import { figuresOfRefund, type RefundFigures, sumColumns } from './figures'
import { type Back, moneyBack } from './money-back'
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
  const settlement = { orgId: tx.caller.orgId, id: settlementId, billNo: about.settlementNo }
  const paid = await paidByCards(tx, settlement)
  const { backs, problems } = await moneyBack(tx, settlement, figures, paid, 'read')
  const points = await pointsTakenBack(tx, settlementId, sumColumns(figures).customerDue)
  const names = await namesOf(
    tx,
    backs.map(({ partnerId }) => partnerId),
  )
  const claimed = figures.lines.filter(({ settled: { payer } }) => payer === 'warranty')
  const inTheWay =
    (await billInTheWay(
      tx,
      claimed.map(({ settled: { id } }) => id),
    )) ?? (await verdictInTheWay(tx, about.workOrderId, figures))
  return {
    ...about,
    settlementId,
    lines: settled
      .filter(({ row }) => !row.isConsumable || !isZero(row.costAmount))
      .map((line) => shown(line, figures)),
    payers: backs.map(({ payer, partnerId, amount, receivable, gift, principal, money: rest }) => ({
      payer,
      partnerId,
      partnerName: names.get(partnerId) ?? '',
      amount,
      receivable,
      gift,
      principal,
      money: rest,
    })),
    total: money(add('0', ...figures.lines.map(chargedOf))),
    notes: [...goneNotes(backs), ...timesNotes(figures), ...points.map(pointsNote)].map((message) => ({ message })),
    ...(sees(tx.caller, 'cost_price') && { restocked: figures.restocked }),
    problems: [
      ...faultsOf(settled, asked).map(({ message }) => message),
      ...(inTheWay === undefined ? problems : [inTheWay]),
    ].map((message) => ({ message })),
  }
}

/** What does not go back to where it came from, since the card was closed. */
const goneNotes = (backs: readonly Back[]): string[] =>
  backs.flatMap(({ cards }) =>
    cards.flatMap(({ card, gift, isGone }) =>
      isGone ? [`会员卡 ${card.cardNo} 已退卡，本金改退到账户${isZero(gift) ? '' : `，赠金 ${neg(gift)} 元作废`}`] : [],
    ),
  )

const pointsNote = ({ cardNo, points }: { cardNo: string; points: string }): string =>
  `会员卡 ${cardNo} 扣回积分 ${trimZeros(neg(points))}`

/** Which times of packages come back; that they cannot onto a closed card is among the problems. */
const timesNotes = ({ lines }: RefundFigures): string[] =>
  lines.flatMap(({ usesBack, settled: { name, uses } }) =>
    usesBack.flatMap(({ cardItemId, times }) => {
      const use = uses.find((each) => each.cardItemId === cardItemId)
      return use && !use.isClosed ? [`「${name}」退回会员卡 ${use.cardNo} 套餐 ${trimZeros(times)} 次`] : []
    }),
  )

type Head = Omit<RefundPreview, 'notes' | 'settlementId' | 'lines' | 'payers' | 'total' | 'restocked' | 'problems'>

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

async function namesOf(tx: CallerTx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.query<{ id: number; name: string }>({
    name: 'names-of-refunded',
    text: 'select id, name from partner where group_id = $1 and id = any ($2::bigint[])',
    values: [tx.groupId, [...ids]],
  })
  return new Map(rows.map(({ id, name }) => [id, name]))
}
