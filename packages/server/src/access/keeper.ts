import type { ClientBase } from 'pg'

/**
 * Where nobody keeps the installation, as after an upgrade from a version that knew no keeper, makes the first
 * 系统管理员 of the oldest group keep it, or its first 老板 where it has none (ADR 0099). Answers the user name of who was
 * appointed. Works as the owner of the tables.
 */
export async function appointKeeper(owner: ClientBase): Promise<string | undefined> {
  const eldest = await owner.query<{ id: string }>('select min(id) as id from shared.tenant_group')
  // Rows of one group are sought by its number alone, and before what stands outside the groups is changed (ADR 0138).
  const found = await owner.query<{ id: string }>(
    `select l.id from user_role ur
      join role r on r.group_id = ur.group_id and r.id = ur.role_id
      join user_org uo on uo.group_id = ur.group_id and uo.user_id = ur.user_id and uo.org_id = ur.org_id
      join shared.login l on l.group_id = ur.group_id and l.id = ur.user_id
      where ur.group_id = $1 and r.code in ('admin', 'owner') and uo.is_active and l.is_active and not l.is_program
      order by r.code, l.id limit 1`,
    [eldest.rows[0]?.id],
  )
  const { rows } = await owner.query<{ username: string }>(
    `update shared.login set is_platform = true, access_version = access_version + 1
      where id = $1 and not exists (select from shared.login where is_platform) returning username`,
    [found.rows[0]?.id],
  )
  return rows[0]?.username
}
