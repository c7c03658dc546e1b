import { cardPackageButtons } from '@chepu/contract/cards/buttons'
import type { cardTypeRoutes, CardTypeRow } from '@chepu/contract/cards/card-type'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { invalid } from '../../kernel/base/errors'
import { allOf } from '../../kernel/caller/scope'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf, QueryOf } from '../../kernel/http/bind'
import { enableMaster, freshCodes, holdAlone, type MasterRow } from '../../kernel/master/master'
import { type NamedMaster, namesItem, saveNamed } from '../../kernel/master/named'
import { assertOwnCode } from '../../kernel/master/own-code'
import { pinyinOf } from '../../kernel/master/pinyin'
import { pageOf, totalsOf } from '../../kernel/query/page'
import { sortedBy } from '../../kernel/query/sorting'

type Body = BodyOf<typeof cardTypeRoutes.save>
type Filters = QueryOf<typeof cardTypeRoutes.totals>

const cardType: NamedMaster = { table: 'card_type', title: '卡类型' }

interface CardType extends MasterRow {
  code: string
  name: string
  kind: string
}

/** 卡类型 with how many cards each has (business/cards 1). */
export async function listCardTypes(tx: CallerTx, filters: Filters & Paging) {
  const columns = { code: 't.code', name: 't.name', labourRate: 't.labour_rate', partRate: 't.part_rate' }
  const order = sortedBy(columns, filters.sort) ?? sql`t.code`
  return pageOf(
    tx,
    sql<CardTypeRow>`select t.id, t.code, t.name, t.kind, t.labour_rate, t.part_rate, t.recharge_rules, t.min_first_recharge, t.valid_days,
      t.is_cross_org, t.deduct_rule, t.points_per_yuan, t.remark, t.is_active, t.version, coalesce(c.card_count, 0) as card_count
    from card_type t
    left join (select k.card_type_id, count(*) as card_count from card k
      where k.group_id = ${tx.groupId} and k.state <> 'closed' group by k.card_type_id) c on c.card_type_id = t.id
    where ${where(tx, filters)} order by ${order}, t.id`,
    filters,
  )
}

export async function cardTypeTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from card_type t where ${where(tx, filters)}`)
}

function where(tx: CallerTx, { q, active }: Filters): RawBuilder<SqlBool> {
  return allOf([
    sql<SqlBool>`t.group_id = ${tx.groupId}`,
    ...(q ? [namesItem('t', q)] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`t.is_active = ${active}`]),
  ])
}

/** Saves a type of card. A blank code becomes KLX and 3 digits, or stays the one it has; a type that has cards keeps its kind. */
export async function saveCardType(tx: CallerTx, { rechargeRules, ...body }: Body): Promise<SavedRow> {
  return onViolation({ card_type_code_key: `卡类型编码 ${body.code} 已存在` }, async () => {
    const rules = JSON.stringify(rechargeRules.map(storedRule))
    const row = { ...body, rechargeRules: rules, ...pinyinOf(body.name) }
    return saveNamed<CardType>(tx, cardType, cardPackageButtons, row, async (before) => {
      if (before && before.kind !== body.kind) await assertNoCards(tx, before.id)
      const code = body.code || before?.code || ((await freshCodes(tx, 'card_type', 'KLX', 3))[0] as string)
      await assertOwnCode(tx, 'card_type', { code, id: body.id })
      return { code }
    })
  })
}

/** A tier with the one of amount and share that it grants. */
const storedRule = ({ pay, gift, giftRate }: Body['rechargeRules'][number]) => ({
  pay,
  ...(gift != null && { gift }),
  ...(giftRate != null && { giftRate }),
})

/** Refuses another kind for a type that has cards: what is on them would fit it no more. Who issues one holds its type meanwhile. */
async function assertNoCards(tx: CallerTx, id: number): Promise<void> {
  await holdAlone(tx, cardType, id)
  const card = await tx.one({
    text: 'select id from card where group_id = $1 and card_type_id = $2 limit 1',
    values: [tx.groupId, id],
  })
  if (card) invalid([{ path: 'kind', message: '已有会员卡使用此类型，不能修改卡性质' }])
}

/** 启用 or 停用: of a type that is switched off no card is issued any more; those there are stay good. */
export const enableCardType = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster(tx, cardType, id, change)
