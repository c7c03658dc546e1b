// The customer's consent, whoever brings it: the desk by an action of the order, or he himself by a link (business/repair 4.2, 4.3).
import type { OrgConfig } from '@chepu/contract/kernel/org-config'
import { repairTotals } from '@chepu/contract/kernel/repair-figures'
import { type Consent, declinedWhole, isDone } from '@chepu/contract/repair/consent'
import type { issuingStates } from '@chepu/contract/repair/work-order'
import { invalid, refuse } from '../../kernel/base/errors'
import type { Tx } from '../../kernel/db/tx'
import type { RepairLine } from '../../kernel/repair/types'
import { agreedLines, progressOf } from './progress'
import type { WorkOrder } from './traits'

/** How prices of the order's organisation are typed. */
type Pricing = Pick<OrgConfig, 'priceTaxIncluded'>

/** Takes his answer to the estimate; answers the lines as they stand now, and the columns of the header that follow. Throws Failure refusal where nothing is left to do. */
export async function confirmOrder(tx: Tx, order: WorkOrder, consent: Consent, { priceTaxIncluded }: Pricing) {
  if (order.lines.length === 0) refuse('工单没有项目和材料，请先录入再确认')
  const lines = takeConsent(tx, order, consent)
  if (agreedLines(lines).length === 0) refuse('客户没有同意任何项目，请取消工单')
  return { lines, columns: { confirmedAt: new Date().toISOString(), ...repairTotals(lines, priceTaxIncluded) } }
}

/** Takes his answer to what was added while the work goes on; answers the state that follows from the lines, and columns of the header. */
export async function confirmAdded(
  tx: Tx,
  order: WorkOrder,
  consent: Consent,
  { priceTaxIncluded }: Pricing,
): Promise<{ state: (typeof issuingStates)[number]; lines: RepairLine[]; columns: ReturnType<typeof repairTotals> }> {
  const lines = takeConsent(tx, order, consent)
  return {
    state: order.state === 'paused' ? 'paused' : progressOf(lines),
    lines,
    columns: repairTotals(lines, priceTaxIncluded),
  }
}

/** Notes on every open line whether the customer agrees to it; answers the lines as they stand now. */
function takeConsent(tx: Tx, order: WorkOrder, { declined }: Consent): RepairLine[] {
  const open = order.lines.filter(({ agreement }) => agreement === 'open')
  if (open.length === 0) refuse('没有待确认的项目和材料')
  declined.forEach(({ lineId }, i) => assertDeclinable(open, lineId, `input.declined.${i}.lineId`))
  const reasons = new Map(declinedWhole(order.lines, declined).map(({ lineId, reason }) => [lineId, reason]))
  tx.send({
    name: 'take-consent',
    text: `update repair_line l set agreement = case when u.reason = '' then 'agreed' else 'declined' end, declined_reason = u.reason,
        agreed_at = $5::timestamptz
      from unnest($3::bigint[], $4::text[]) u (id, reason)
      where l.group_id = $1 and l.document_id = $2 and l.id = u.id`,
    values: [
      tx.groupId,
      order.id,
      open.map(({ id }) => id),
      open.map(({ id }) => reasons.get(id) ?? ''),
      new Date().toISOString(),
    ],
  })
  return order.lines.map((line) =>
    line.agreement === 'open' ? { ...line, agreement: reasons.has(line.id) ? 'declined' : 'agreed' } : line,
  )
}

/** Nobody does without what he was not asked about, nor without what is done already (ADR 0219). */
function assertDeclinable(open: readonly RepairLine[], lineId: number, path: string): void {
  const line = open.find(({ id }) => id === lineId)
  if (!line) invalid([{ path, message: '明细不属于本单据，或已确认' }])
  if (isDone(line))
    invalid([
      {
        path,
        message: `「${line.name || line.partCode}」已${line.section === 'materials' ? '领料' : '施工'}，不能不做`,
      },
    ])
}
