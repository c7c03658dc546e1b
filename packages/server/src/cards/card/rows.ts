// Cards `c` with their types `t`, holders `p`, cars `v` and shops `o`, and who sees them.
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { maskedColumn, mobileColumn } from '../../kernel/caller/mobile'
import { partnerScope } from '../../kernel/caller/partner-scope'
import type { Caller } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'

export const cardTables = sql`from card c
  join card_type t on t.group_id = c.group_id and t.id = c.card_type_id
  join partner p on p.group_id = c.group_id and p.id = c.partner_id
  join org o on o.group_id = c.group_id and o.id = c.org_id
  left join vehicle v on v.group_id = c.group_id and v.id = c.vehicle_id`

export const shopName = sql<string>`coalesce(nullif(o.short_name, ''), o.name)`

/** Cards of the own shop, and those of others that are good in all shops (business/cards 1). */
export const usableHere = ({ groupId, orgId }: Caller): RawBuilder<SqlBool> =>
  sql<SqlBool>`c.group_id = ${groupId} and (c.org_id = ${orgId} or t.is_cross_org)`

/** Of these the cards of customers whom the caller sees. */
export const cardScope = (caller: Caller): RawBuilder<SqlBool> =>
  sql<SqlBool>`${usableHere(caller)} and ${partnerScope(caller, partnerRoles.customer)}`

/** The mobile of the holder, masked of one outside the caller's scope: who shows a card shows no more than that. */
export const holderMobile = (caller: Caller): RawBuilder<string> =>
  sql<string>`case when ${partnerScope(caller, partnerRoles.customer)} then ${mobileColumn(caller, 'p.mobile')} else ${maskedColumn('p.mobile')} end`

/** Whether the day of granted money and of the discount is over. */
const isExpired = (): RawBuilder<boolean> => sql<boolean>`coalesce(c.valid_until < ${shanghaiDay()}, false)`

/** What every answer tells of a card. */
export const cardColumns = ({
  caller,
}: CallerTx): RawBuilder<unknown> => sql`c.id, c.org_id, ${shopName} as org_name, c.card_no, c.former_nos,
  c.card_type_id, t.name as card_type_name, t.kind, c.partner_id, p.name as partner_name, ${holderMobile(caller)} as mobile,
  c.vehicle_id, v.plate, c.principal, c.gift, c.points, c.issued_on, c.valid_until, ${isExpired()} as is_expired, c.state,
  c.pin_hash is not null as has_pin, c.remark, c.version`
