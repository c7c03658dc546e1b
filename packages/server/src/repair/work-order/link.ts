// The order as a link shows it to the customer, and his answer (business/repair 4.5).
import { createHash } from 'node:crypto'
import type { Decided, Decision } from '@chepu/contract/kernel/customer-link'
import { type Decimal, money, sumOf, trimZeros } from '@chepu/contract/kernel/decimal'
import { orgConfig } from '@chepu/contract/kernel/org-config'
import { repairLineOwed } from '@chepu/contract/kernel/repair-figures'
import { isEntered } from '@chepu/contract/kernel/states'
import { type OrderContent, orderConfirmPurpose, orderLink } from '@chepu/contract/repair/order-link'
import { type Consent, declinedWhole } from '@chepu/contract/repair/consent'
import { workOrder } from '@chepu/contract/repair/work-order'
import { forbidden, invalid, refuse, stale } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import { assertOwn } from '../../kernel/caller/scope'
import type { Tx } from '../../kernel/db/tx'
import { visible } from '../../kernel/document/view'
import type { BindOpen } from '../../kernel/http/bind'
import { decidedOn } from '../../kernel/links/decisions'
import type { LinkPurpose, OpenLink } from '../../kernel/links/purpose'
import { bindLink } from '../../kernel/links/routes'
import { repairDocuments } from '../../kernel/repair/repo'
import { findingsOf, photoOf } from '../inspection/findings'
import { answerOrder } from './answer'
import type { WorkOrder } from './traits'

const { confirm, confirmAdded } = workOrder.actions

/** What customers see of an order, and how their answer is taken. */
export const orderPurpose: LinkPurpose<OrderContent> & Required<Pick<LinkPurpose<OrderContent>, 'picture' | 'take'>> = {
  name: orderConfirmPurpose,
  subjectKind: workOrder.kind,

  /** Whoever may take the customer's consent may ask him for it. */
  async owner(tx, id) {
    if (!mayPress(tx.caller, confirm.button)) forbidden('您没有工单「客户确认」的权限')
    const order = await visible(tx, repairDocuments, workOrder, id)
    assertOwn(tx.caller, order)
    assertPriced(order.lines)
    return order
  },

  show,

  async picture(tx, link, id) {
    return (await show(tx, link)) && photoOf(tx, { kind: workOrder.kind, id: link.subjectId }, id)
  },

  async take(tx, link, { version, decisions, by }) {
    const order = (await repairDocuments.lock(tx, workOrder.kind, link.subjectId)) as WorkOrder | undefined
    const shown = await show(tx, link)
    if (!order || !shown) return stale('工单已变更，请刷新后查看')
    const open = shown.lines.filter(({ isOpen }) => isOpen)
    if (open.length === 0) refuse('没有需要您确认的项目')
    assertPriced(order.lines)
    if (shown.version !== version) stale(`${changeSince(open, decisions)}，请刷新后重新确认`)
    const decided = decidedOn(open.map(asRead), decisions)
    const consent = consentOf(order, decided, by || order.contactName || shown.partnerName.slice(0, 20))
    await answerOrder(tx, order, consent, link.id)
    return decided
  },
}

/** Nobody agrees to what has no price yet. */
function assertPriced(lines: WorkOrder['lines']): void {
  const open = lines.find(
    ({ agreement, isConsumable, price }) => agreement === 'open' && !isConsumable && price === null,
  )
  if (open) refuse(`「${open.name || open.partCode}」尚未报价，报价后再请客户确认`)
}

/** States in which a customer may be asked, or may read what he has answered. */
const shownStates = [...new Set<string>([...confirm.from, ...confirmAdded.from])]

/** Payers whose part the customer reads: what others pay is none of his affair. */
const shownPayers: ReadonlySet<string> = new Set(['customer', 'insurance'])

/** A line with what its amount follows from. */
interface Priced {
  netAmount: Decimal
  taxRate: Decimal
}

/** What a customer sees of his order; undefined when it was cancelled, is settled, or has nothing on it. */
async function show(tx: Tx, { orgId, subjectId }: Pick<OpenLink, 'orgId' | 'subjectId'>) {
  const [order, found, findings] = await Promise.all([
    tx.one<
      Omit<OrderContent, 'version' | 'lines' | 'findings' | 'agreedAmount' | 'openAmount'> & Whose & { config: unknown }
    >({
      name: 'order-by-link',
      text: `select d.partner_id, d.vehicle_id, o.config, d.bill_no, d.biz_date, coalesce(v.plate, '') as plate, coalesce(v.model_text, '') as model_text, p.name as partner_name,
          d.complaint, d.promised_at
        from repair_document d join org o on o.group_id = d.group_id and o.id = d.org_id
        join partner p on p.group_id = d.group_id and p.id = d.partner_id
        left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
        where d.group_id = $1 and d.id = $2 and d.org_id = $3 and d.kind = $4 and d.state = any ($5::text[])`,
      values: [tx.groupId, subjectId, orgId, workOrder.kind, shownStates],
    }),
    tx.query<Omit<OrderContent['lines'][number], 'amount'> & Priced>({
      name: 'order-lines-by-link',
      text: `select l.id as line_id, l.section, coalesce(p.name, l.name) as name, concat_ws(' ', b.name, p.spec) as spec, l.qty,
          coalesce(u.name, '') as unit_name, l.net_amount, l.tax_rate,
          l.payer, l.is_added, l.agreement = 'open' as is_open,
          l.agreement = 'open' and (l.work_state <> 'waiting' or l.issued_qty > l.returned_qty) as is_done,
          array(select x.file_id from line_photo x where x.group_id = l.group_id and x.line_id = l.id and x.is_shown order by 1) as photo_ids
        from repair_line l
        left join part p on p.group_id = l.group_id and p.id = l.part_id
        left join brand b on b.group_id = p.group_id and b.id = p.brand_id
        left join unit u on u.group_id = p.group_id and u.id = p.unit_id
        where l.group_id = $1 and l.document_id = $2 and not l.is_consumable and l.agreement <> 'declined'
        order by array_position(array['labour', 'materials', 'extras', 'outsourced'], l.section), l.line_no`,
      values: [tx.groupId, subjectId],
    }),
    findingsOf(tx, { kind: workOrder.kind, id: subjectId }),
  ])
  if (!order || found.length + findings.length === 0) return undefined
  const { partnerId, vehicleId, config, ...head } = order
  const { priceTaxIncluded } = orgConfig.parse(config ?? {})
  const rows = found.map(({ netAmount, taxRate, ...line }) => ({
    ...line,
    amount: shownPayers.has(line.payer) ? repairLineOwed({ netAmount, taxRate }, priceTaxIncluded) : '',
  }))
  const own = (isOpen: boolean) =>
    money(
      sumOf(
        rows.filter((line) => line.isOpen === isOpen && line.payer === 'customer'),
        ({ amount }) => amount,
      ),
    )
  return {
    version: fingerprint({ partnerId, vehicleId }, rows),
    ...head,
    agreedAmount: own(false),
    openAmount: own(true),
    lines: rows,
    findings,
  }
}

/** Whose order it is, and of which car. */
interface Whose {
  partnerId: number
  vehicleId: number | null
}

/**
 * Tells whether customer, car and lines are still those that were shown, whatever photos there are of them by now. The version of the order would not do: it rises with
 * every step of the work.
 */
const fingerprint = (whose: Whose, lines: OrderContent['lines']): number =>
  createHash('sha256')
    .update(JSON.stringify([whose, lines.map(({ photoIds: _, ...line }) => line)]))
    .digest()
    .readUInt32BE() >>> 1

/** What has changed of the open lines since the customer saw them, in words. */
function changeSince(open: OrderContent['lines'], decisions: readonly Decision[]): string {
  const said = new Map(decisions.map((decision) => [decision.lineId, decision]))
  const words = open.flatMap(({ lineId, name, amount }) => {
    const decision = said.get(lineId)
    if (!decision) return [`新增「${name}」`]
    const isChanged = decision.seen !== undefined && decision.seen !== amount
    return isChanged ? [`「${name}」由${decision.seen}元改为${amount}元`] : []
  })
  const isLess = decisions.some(({ lineId }) => !open.some((line) => line.lineId === lineId))
  return ['报价已更新', ...words, ...(isLess ? ['有项目已撤下或已确认'] : [])].join('；')
}

/** A line in one row of words: 前刹车片 博世 1套 380.00元. */
const asRead = ({ lineId, name, spec, qty, unitName, amount }: OrderContent['lines'][number]) => ({
  lineId,
  text: [name, spec, `${trimZeros(qty)}${unitName}`, amount && `${amount}元`].filter(Boolean).join(' '),
})

/** His answer as the order takes it. What is used up with work that he does without is not used either. */
function consentOf({ state, lines }: WorkOrder, decided: readonly Decided[], by: string): Consent {
  const declined = decided.flatMap(({ lineId, agrees, reason = '' }) => (agrees ? [] : [{ lineId, reason }]))
  const silent = declined.findIndex(({ reason }) => reason === '')
  if (silent >= 0) invalid([{ path: 'decisions', message: '请选择不做的原因' }])
  if (isEntered(workOrder, state) && declined.length === decided.length)
    refuse('您没有选择要做的项目；如果都不做，请直接联系门店')
  return { method: 'link', by, declined: declinedWhole(lines, declined) }
}

/** Calls by which customers see an order and answer to it. */
export const bindOrderLink = (bindOpen: BindOpen): void => bindLink(bindOpen, orderLink, orderPurpose)
