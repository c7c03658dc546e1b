// 接口密钥: what opens the calls to another maker's program (ADR 0108).
import { randomBytes } from 'node:crypto'
import {
  keyPrefix,
  type KeyUsageRow,
  mostKeyDays,
  mostLiveKeys,
  type ProgramKey,
  type programKeyRoutes,
} from '@chepu/contract/access/program-key'
import { userButtons } from '@chepu/contract/access/user'
import { sql } from 'kysely'
import { audit } from '../../kernel/db/audit'
import type { BodyOf, QueryOf } from '../../kernel/http/bind'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx } from '../../kernel/db/tx'
import { invalid, notFound, refuse } from '../../kernel/base/errors'
import { wake } from '../../kernel/notify/wake'
import { plainAddress } from '../../kernel/base/plain-address'
import { hashToken } from '../../shell/public'
import { assertNotBeyond, orgsWith, type Person, readPerson } from './reach'
import { touchable } from './users'

/** A key opens as much as a password: 160 random bits. */
const keyBytes = 20
/** Of them so many signs are shown. */
const shownSigns = keyPrefix.length + 6

function assertProgram({ isProgram }: Person): void {
  if (!isProgram) notFound('接口账号')
}

/** Keys of a program that the caller may see, the live ones first. */
export async function listKeys(tx: CallerTx, userId: number): Promise<{ rows: ProgramKey[] }> {
  assertProgram(await readPerson(tx, userId, await orgsWith(tx, [userButtons.view])))
  const rows = await tx.query<ProgramKey>({
    text: `select k.id, k.name, k.first_signs, o.name as org_name, k.calls_per_minute,
        array(select case when masklen(a) = case family(a) when 4 then 32 else 128 end then host(a) else a::text end
          from unnest(k.addresses) as a) as addresses,
        case when k.stopped_at is not null then 'stopped' when k.expires_at <= now() then 'expired' else 'live' end as state,
        to_char((k.expires_at - interval '1 second') at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as expires_on,
        c.real_name as created_by_name, ${shanghaiText('k.created_at')} as created_at,
        s.real_name as stopped_by_name, ${shanghaiText('k.stopped_at')} as stopped_at,
        ${shanghaiText('k.last_used_at')} as last_used_at, k.last_ip
      from shared.program_key k
      join org o on o.group_id = k.group_id and o.id = k.org_id
      join app_user c on c.group_id = k.group_id and c.id = k.created_by
      left join app_user s on s.group_id = k.group_id and s.id = k.stopped_by
      where k.group_id = $1 and k.login_id = $2
      order by k.stopped_at is not null or k.expires_at <= now(), k.id desc`,
    values: [tx.groupId, userId],
  })
  return { rows }
}

const shanghaiText = (column: string): string =>
  `to_char(${column} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`

/**
 * A new key, answered this once. Whoever makes it can do all that the account may, so the account must not be worth more than
 * its maker could hand out (ADR 0077).
 */
export async function makeKey(tx: CallerTx, userId: number, body: BodyOf<typeof programKeyRoutes.make>) {
  const person = await touchable(tx, userId, [userButtons.resetPassword])
  assertProgram(person)
  await assertNotBeyond(tx, person)
  const orgId = body.orgId ?? (await defaultOrg(tx, userId))
  if (!person.orgIds.includes(orgId)) invalid([{ path: 'orgId', message: '接口账号不属于该企业' }])
  const expiresOn = lastDay(body.expiresOn)
  await assertRoomForKey(tx, userId, orgId)
  const key = keyPrefix + randomBytes(keyBytes).toString('hex')
  const firstSigns = key.slice(0, shownSigns)
  const { name, callsPerMinute } = body
  const addresses = body.addresses.map(plainAddress)
  const row = await tx.one<{ id: number }>({
    text: `insert into shared.program_key
        (key_hash, group_id, login_id, org_id, name, first_signs, addresses, calls_per_minute, created_by, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7::inet[], $8, $9, ($10::date + 1)::timestamp at time zone 'Asia/Shanghai')
      returning id`,
    values: [
      hashToken(key),
      tx.groupId,
      userId,
      orgId,
      name,
      firstSigns,
      addresses,
      callsPerMinute,
      tx.caller.userId,
      expiresOn,
    ],
  })
  const detail = { name, firstSigns, orgId, expiresOn, addresses, callsPerMinute }
  await audit(tx, { entity: 'app_user', entityId: userId, action: 'make_key', detail })
  return { id: row?.id as number, key }
}

async function defaultOrg(tx: CallerTx, userId: number): Promise<number> {
  const row = await tx.one<{ orgId: number }>({
    text: 'select org_id from user_org where group_id = $1 and user_id = $2 order by is_default desc, org_id limit 1',
    values: [tx.groupId, userId],
  })
  return row?.orgId ?? notFound('所属企业')
}

/** Last day of a new key: that asked for, from today to a year from now. */
function lastDay(asked: string | undefined): string {
  const today = shanghaiDay()
  const latest = addDays(today, mostKeyDays)
  if (asked !== undefined && (asked < today || asked > latest))
    invalid([{ path: 'expiresOn', message: `有效期应为今天至${latest}` }])
  return asked ?? latest
}

/** The account is locked, so that two people do not make the last key both. */
async function assertRoomForKey(tx: CallerTx, userId: number, orgId: number): Promise<void> {
  const live = await tx.query({
    text: `select 1 as key from shared.program_key where group_id = $1 and login_id = $2 and org_id = $3 and stopped_at is null
      and expires_at > now()`,
    values: [tx.groupId, userId, orgId],
  })
  if (live.length >= mostLiveKeys) refuse(`在同一企业最多${mostLiveKeys}个有效密钥，请先停用一个`)
}

/** 停用: the key opens nothing from the next call on, and its sockets close. */
export async function stopKey(tx: CallerTx, userId: number, keyId: number) {
  const person = await touchable(tx, userId, [userButtons.resetPassword])
  assertProgram(person)
  const row = await tx.one<{ name: string; firstSigns: string }>({
    text: `update shared.program_key set stopped_at = now(), stopped_by = $4
      where group_id = $1 and login_id = $2 and id = $3 and stopped_at is null returning name, first_signs`,
    values: [tx.groupId, userId, keyId, tx.caller.userId],
  })
  if (!row) throw notFound('有效的密钥')
  wake(tx, { type: 'session', users: [userId] })
  await audit(tx, { entity: 'app_user', entityId: userId, action: 'stop_key', detail: row })
  return { id: keyId }
}

/** What the keys of a program were used for, the last day first. `summaries` names calls in words. */
export async function listUsage(
  tx: CallerTx,
  userId: number,
  { failed, page, rows: size }: QueryOf<typeof programKeyRoutes.usage>,
  summaries: ReadonlyMap<string, string>,
): Promise<{ rows: KeyUsageRow[]; more: boolean }> {
  assertProgram(await readPerson(tx, userId, await orgsWith(tx, [userButtons.view])))
  const wanted = failed === undefined ? sql`` : failed === 'true' ? sql`and u.status >= 400` : sql`and u.status < 400`
  const rows = await tx.select<Omit<KeyUsageRow, 'summary'>>(sql<Omit<KeyUsageRow, 'summary'>>`
    select u.key_id || '/' || u.day || '/' || u.call || '/' || u.status as key, k.name as key_name, k.first_signs, u.day, u.call,
      u.status, u.calls, (u.total_ms / u.calls)::int as average_ms,
      ${sql.raw(shanghaiText('u.last_at'))} as last_at, u.last_refusal
    from key_usage u join shared.program_key k on k.group_id = u.group_id and k.id = u.key_id
    where u.group_id = ${tx.groupId} and k.login_id = ${userId} ${wanted}
    order by u.day desc, u.last_at desc, u.call, u.status limit ${size + 1} offset ${(page - 1) * size}`)
  const shown = rows.slice(0, size).map((row) => ({ ...row, summary: summaries.get(row.call) ?? '' }))
  return { rows: shown, more: rows.length > size }
}
