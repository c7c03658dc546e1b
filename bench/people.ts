import type pg from 'pg'
import { hashToken } from '../packages/server/src/shell/sign-in/session'

/** Whom to hire for an organisation, and how many; `role` is one of the group's. */
interface Hiring {
  groupId: number
  orgId: number
  count: number
  role?: string
}

/** Users with a session each, and its tokens; written by the owner, since a thousand passwords would take minutes to hash. */
export async function hire(owner: pg.Client, { groupId, orgId, count, role = '' }: Hiring): Promise<string[]> {
  const tokens = Array.from({ length: count }, (_, index) => `bench-token-${groupId}-${index}`)
  await owner.query(
    `with login as (
        insert into shared.login (username, password_hash, group_id)
        select 'user' || $1::bigint || '-' || n, '', $1 from generate_series(1, $2::int) n returning id, username
      ), person as (
        insert into app_user (group_id, id, username, real_name) select $1, id, username, username from login returning id
      ), member as (
        insert into user_org (group_id, user_id, org_id, is_default) select $1, id, $3, true from person returning user_id
      ), post as (
        insert into user_role (group_id, user_id, org_id, role_id)
        select $1, user_id, $3, r.id from member join role r on r.group_id = $1 and r.code = $5
      )
      insert into shared.session (token_hash, login_id, group_id, org_id, expires_at)
      select hash, user_id, $1, $3, now() + interval '1 day'
      from (select user_id, row_number() over (order by user_id) as n from member) m
      join unnest($4::text[]) with ordinality as t (hash, n) on t.n = m.n`,
    [groupId, count, orgId, tokens.map(hashToken), role],
  )
  return tokens
}
