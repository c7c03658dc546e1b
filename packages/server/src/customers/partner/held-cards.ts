import { isPositive, withCommas } from '@chepu/contract/kernel/decimal'
import { refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'

interface HeldCard {
  /** Empty of a card that is good in another shop alone. */
  cardNo: string
  shop: string
  principal: string
  packages: string
}

/**
 * Refuses to switch a customer off who is still owed something: his cards would pay nothing, and we would owe it for ever (business/cards 3).
 * @throws Failure refusal, naming the cards and what is on them
 */
export async function assertOwedNothing(tx: CallerTx, partnerId: number, name: string): Promise<void> {
  const cards = await tx.query<HeldCard>({
    name: 'cards-that-owe',
    text: `select case when c.org_id = $3 or t.is_cross_org then c.card_no else '' end as card_no, coalesce(nullif(o.short_name, ''), o.name) as shop,
        c.principal, coalesce(i.value, 0.00) as packages
      from card c
      join card_type t on t.group_id = c.group_id and t.id = c.card_type_id
      join org o on o.group_id = c.group_id and o.id = c.org_id
      left join lateral (
        select sum(l.value_left) as value from card_item l where l.group_id = $1 and l.card_id = c.id and l.times_left > 0
      ) i on true
      where c.group_id = $1 and c.partner_id = $2 and c.state <> 'closed' and (c.principal > 0 or i.value is not null)
      order by c.id for share of c`,
    values: [tx.groupId, partnerId, tx.caller.orgId],
  })
  if (cards.length === 0) return
  refuse(`“${name}”还有会员卡余额：${cards.map(inWords).join('；')}。请先办理退卡，或把客户合并到另一客户，再停用`)
}

const inWords = ({ cardNo, shop, principal, packages }: HeldCard): string =>
  [
    cardNo === '' ? `「${shop}」的会员卡` : `会员卡 ${cardNo}`,
    ...(isPositive(principal) ? [`本金 ${withCommas(principal)}`] : []),
    ...(isPositive(principal) && !isPositive(packages) ? [] : [`套餐余值 ${withCommas(packages)}`]),
  ].join(' ')
