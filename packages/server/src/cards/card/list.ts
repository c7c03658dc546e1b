import { type cardList, endingDays } from '@chepu/contract/cards/card'
import type { QueryFilters } from '@chepu/contract/kernel/query'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { plainCode } from '@chepu/contract/kernel/typed'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { namesPartner, ownsCarNamed } from '../../customers/public'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { endsMobile } from '../../kernel/caller/mobile'
import { partnerScope } from '../../kernel/caller/partner-scope'
import { allOf, containing, startingWith } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { QuerySource } from '../../kernel/query/query'
import { standsBefore } from '../shown'
import { cardTables, holderMobile, shopName, usableHere } from './rows'

type Filters = QueryFilters<typeof cardList>

/** What of packages is left, in words: 机油滤清器×3、洗车×5. */
const packages =
  () => sql`coalesce((select string_agg(coalesce(s.name, pt.name) || '×' || trim_scale(i.times_left), '、' order by i.id) from card_item i
  left join service_item s on s.group_id = i.group_id and s.id = i.service_item_id
  left join part pt on pt.group_id = i.group_id and pt.id = i.part_id
  where i.group_id = c.group_id and i.card_id = c.id and i.times_left > 0 and coalesce(i.valid_until >= ${shanghaiDay()}, true)), '')`

/** 会员卡管理 (business/cards 3). */
export const cardSource: QuerySource<typeof cardList> = {
  select: ({ caller }) => ({
    id: sql`c.id`,
    orgId: sql`c.org_id`,
    partnerId: sql`c.partner_id`,
    cardTypeId: sql`c.card_type_id`,
    vehicleId: sql`c.vehicle_id`,
    hasPin: sql`c.pin_hash is not null`,
    isSeen: partnerScope(caller, partnerRoles.customer),
    cardNo: sql`c.card_no`,
    cardTypeName: sql`t.name`,
    partnerName: sql`p.name`,
    mobile: holderMobile(caller),
    plate: sql`v.plate`,
    principal: sql`c.principal`,
    gift: sql`c.gift`,
    points: sql`c.points`,
    packages: packages(),
    orgName: shopName,
    issuedOn: sql`c.issued_on`,
    validUntil: sql`c.valid_until`,
    state: sql`c.state`,
    remark: sql`c.remark`,
  }),
  from: (tx, filters) => sql`${cardTables} where ${where(tx, filters)}`,
  order: sql`issued_on desc, id desc`,
}

function where(tx: CallerTx, filters: Filters): RawBuilder<SqlBool> {
  const { caller } = tx
  const { q, cardNo, partner, partnerId, mobile, plate, cardTypeId, state, balanceFrom, balanceTo, ending } = filters
  const balance = sql`c.principal + c.gift`
  return allOf([
    usableHere(caller),
    // The whole number finds a card whosever it is: it was scanned.
    standsBefore(caller, [{ cardNo: q }, { cardNo }]),
    ...(q ? [named(tx, q)] : []),
    ...(cardNo ? [hasNumber(cardNo)] : []),
    ...(partner ? [namesPartner(caller, partner)] : []),
    ...(partnerId ? [sql<SqlBool>`c.partner_id = ${partnerId}`] : []),
    ...(mobile ? [or(endsMobile(caller, 'p.mobile', mobile))] : []),
    ...(plate ? [or(carNamed(tx, plate))] : []),
    ...(cardTypeId ? [sql<SqlBool>`c.card_type_id = ${cardTypeId}`] : []),
    ...(state ? [sql<SqlBool>`c.state = ${state}`] : []),
    ...(balanceFrom === undefined ? [] : [sql<SqlBool>`${balance} >= ${balanceFrom}::numeric`]),
    ...(balanceTo === undefined ? [] : [sql<SqlBool>`${balance} <= ${balanceTo}::numeric`]),
    ...(ending ? [isEnding()] : []),
  ])
}

/** Any of the ways; none of them is no card. */
const or = (ways: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  ways.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(ways, sql` or `)})`

const hasNumber = (text: string) => sql<SqlBool>`c.card_no like ${containing(plainCode(text).toUpperCase())}`

/** Cards that are bound to a car which the text names, or whose holder owns it. */
const carNamed = ({ caller }: CallerTx, text: string): RawBuilder<SqlBool>[] => [
  ...ownsCarNamed(caller, text),
  sql<SqlBool>`v.plate like ${containing(text.toUpperCase())}`,
]

const named = (tx: CallerTx, text: string): RawBuilder<SqlBool> =>
  or([
    sql<SqlBool>`c.card_no like ${startingWith(plainCode(text).toUpperCase())}`,
    namesPartner(tx.caller, text),
    ...ownsCarNamed(tx.caller, text),
  ])

/** Something on the card ends soon: granted money, or packages. */
function isEnding(): RawBuilder<SqlBool> {
  const [from, to] = [shanghaiDay(), addDays(shanghaiDay(), endingDays)]
  return sql<SqlBool>`c.state <> 'closed' and (c.gift > 0 and c.valid_until between ${from} and ${to}
    or exists (select from card_item i where i.group_id = c.group_id and i.card_id = c.id and i.times_left > 0
      and i.valid_until between ${from} and ${to}))`
}
