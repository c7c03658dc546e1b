// What of the money for a card was never paid in: a card is not paid back for it (business/cards 4).
import { compare, type Decimal, isPositive, money, sumOf, withCommas } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'

interface OwedFor {
  billNo: string
  /** What is open of the document. */
  owed: Decimal
  /** What of it was written off as a bad debt or forgiven. */
  forgiven: Decimal
}

/** Receivables for what documents brought onto a card, also of another shop, and where the customer was merged into another since. */
const itemsOfCard = `select i.id, m.bill_no, i.balance from money_slip m
      join open_item i on i.group_id = m.group_id and i.org_id = m.org_id and i.side = 'AR'
        and (i.source_kind = m.kind and i.source_id = m.id or i.source_kind = 'partner_merge' and i.bill_no = m.bill_no)
      join partner p on p.group_id = i.group_id and p.id = i.partner_id and p.system_kind is distinct from 'sister_org'
      where m.group_id = $1 and m.kind = 'card_voucher' and m.card_id = $2 and m.purpose in ('open', 'recharge', 'package_sale')`

/** Keeps what is owed for a card as it is until its 退卡 stands; behind the lock of the card. */
export const holdOwed = (tx: CallerTx, cardId: number): Promise<unknown> =>
  tx.query({
    name: 'hold-owed-for-card',
    text: `select id from open_item where group_id = $1 and id in (select x.id from (${itemsOfCard}) x) order by id for share`,
    values: [tx.groupId, cardId],
  })

/** Why a card cannot be given back as long as money for it was not paid in, in words; what was forgiven may be kept as 违约金. */
export async function owedProblem(tx: CallerTx, cardId: number, penalty: Decimal): Promise<string | undefined> {
  const rows = await tx.query<OwedFor>({
    name: 'owed-for-card',
    text: `select x.bill_no, coalesce(sum(x.balance), 0.00) as owed, coalesce(sum(w.forgiven), 0.00) as forgiven from (${itemsOfCard}) x
      cross join lateral (
        select sum(case when l.tender = 'bad_debt' then l.amount else 0 end + l.discount) as forgiven
        from write_off_line l where l.group_id = $1 and l.open_item_id = x.id) w
      group by x.bill_no order by x.bill_no`,
    values: [tx.groupId, cardId],
  })
  const owing = rows.filter(({ owed }) => isPositive(owed))
  const numbers = (of: readonly OwedFor[]) => of.map(({ billNo }) => billNo).join('、')
  if (owing.length > 0)
    return `该卡还有 ${withCommas(money(sumOf(owing, ({ owed }) => owed)))} 元办卡款未收（${numbers(owing)}），请先收款或核销`
  const forgiven = rows.filter((row) => isPositive(row.forgiven))
  const lost = money(sumOf(forgiven, (row) => row.forgiven))
  return compare(lost, penalty) > 0
    ? `该卡有 ${withCommas(lost)} 元办卡款已作坏账或优惠核销（${numbers(forgiven)}），没有收到的款不能退，请先撤销核销，或计入违约金`
    : undefined
}
