import { refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { MoneySlip } from '../../kernel/money/types'

interface PaidFor {
  cardNo: string
  billNo: string
  isClosed: boolean
}

/**
 * Refuses to undo what paid for a card that was given back since: its holder has been paid back what would be owed again (business/cards 4). Waits for a 退卡 that
 * holds the card.
 * @throws Failure refusal, naming the card and what was paid
 */
export async function assertNotPaidBack(tx: CallerTx, slip: MoneySlip): Promise<void> {
  if (slip.items.length === 0) return
  const rows = await tx.query<PaidFor>({
    name: 'cards-that-a-slip-paid-for',
    text: `select c.card_no, m.bill_no, c.state = 'closed' as is_closed
      from open_item i
      join money_slip m on m.group_id = i.group_id and m.org_id = i.org_id and m.kind = 'card_voucher' and m.state <> 'reversed'
        and (i.source_kind = m.kind and i.source_id = m.id or i.source_kind = 'partner_merge' and i.bill_no = m.bill_no)
      join card c on c.group_id = m.group_id and c.id = m.card_id
      where i.group_id = $1 and i.id = any ($2::bigint[]) order by c.id for share of c`,
    values: [tx.groupId, slip.items.map(({ openItemId }) => openItemId)],
  })
  const gone = rows.find(({ isClosed }) => isClosed)
  if (gone)
    refuse(`会员卡 ${gone.cardNo} 已退卡，办卡单 ${gone.billNo} 的款已随卡退还，不能撤销收款；请先红冲退卡的办卡单`)
}
