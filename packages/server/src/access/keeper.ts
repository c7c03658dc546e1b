import type { ClientBase } from 'pg'

/**
 * Where nobody keeps the installation, as after an upgrade from a version that knew no keeper, makes the first
 * 系统管理员 of the oldest group keep it, or its first 老板 where it has none (ADR 0099). Answers the user name of who was
 * appointed. Works as the owner of the tables.
 */
export async function appointKeeper(owner: ClientBase): Promise<string | undefined> {
  const { rows } = await owner.query<{ username: string }>(
    `update shared.login set is_platform = true, access_version = access_version + 1
      where not exists (select from shared.login where is_platform) and id = (
        select l.id from user_role ur
        join role r on r.group_id = ur.group_id and r.id = ur.role_id
        join user_org uo on uo.group_id = ur.group_id and uo.user_id = ur.user_id and uo.org_id = ur.org_id
        join shared.login l on l.group_id = ur.group_id and l.id = ur.user_id
        where ur.group_id = (select min(id) from shared.tenant_group)
          and r.code in ('admin', 'owner') and uo.is_active and l.is_active and not l.is_program
        order by r.code, l.id limit 1)
      returning username`,
  )
  return rows[0]?.username
}
