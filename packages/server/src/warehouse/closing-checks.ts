import type { ClosingCheck } from '@chepu/contract/kernel/closing-check'
import { openStates } from '@chepu/contract/kernel/states'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { addDays } from '../kernel/base/calendar'
import type { CallerTx } from '../kernel/db/tx'
import type { ClosingSpan } from '../kernel/document/closing-checks'

/** Goods on their way longer than this at the end of a month want a word. */
const daysOnTheWay = 30

/** Transfers of the organisation, in either direction, whose goods have been on their way too long. */
export async function transferChecks(tx: CallerTx, { orgId, to }: ClosingSpan): Promise<ClosingCheck[]> {
  const before = addDays(to, -daysOnTheWay)
  const row = await tx.one<{ count: number }>({
    text: `select count(*)::int as count from goods_document
      where group_id = $1 and (org_id = $2 or counter_org_id = $2) and kind = $3 and state = any ($4::text[]) and biz_date < $5::date`,
    values: [tx.groupId, orgId, transferOrder.kind, openStates(transferOrder), before],
  })
  return [
    {
      key: 'long-transit',
      title: `调拨在途不超过${daysOnTheWay}天`,
      level: 'warns',
      count: row?.count ?? 0,
      detail: '请收货、退回或处理差异，仍在途的请说明',
      screen: null,
      kind: transferOrder.kind,
      params: { state: openStates(transferOrder).join(), to: addDays(before, -1) },
    },
  ]
}
