import type { CallerTx } from '../../kernel/db/tx'
import { invalid } from '../../kernel/base/errors'

/** Refuses, at the field `path`, an employee who does not work in the caller's organisation. */
export async function assertOwnEmployee(tx: CallerTx, id: number, path: string, title: string): Promise<void> {
  const found = await tx.one({
    text: 'select 1 as works from employee where group_id = $1 and id = $2 and org_id = $3 and left_on is null',
    values: [tx.groupId, id, tx.caller.orgId],
  })
  if (!found) invalid([{ path, message: `${title}不是本企业的在职员工` }])
}

/** Where an employee may be put: a department and a team of the caller's organisation, a position of the group. */
export async function assertPost(
  tx: CallerTx,
  post: { departmentId: number | null; positionId: number | null; teamId: number | null },
  before?: { departmentId: number | null; positionId: number | null; teamId: number | null },
): Promise<void> {
  const found = await tx.one<Record<keyof typeof post, boolean>>({
    name: 'post-choices',
    text: `select exists (select from department where group_id = $1 and org_id = $2 and id = $3 and is_active) as department_id,
      exists (select from position where group_id = $1 and id = $4 and is_active) as position_id,
      exists (select from team where group_id = $1 and org_id = $2 and id = $5 and is_active) as team_id`,
    values: [tx.groupId, tx.caller.orgId, post.departmentId, post.positionId, post.teamId],
  })
  const titles = { departmentId: '部门', positionId: '职位', teamId: '班组' } as const
  const faulty = (Object.keys(titles) as (keyof typeof titles)[]).filter(
    (key) => post[key] !== null && post[key] !== before?.[key] && found?.[key] !== true,
  )
  if (faulty.length > 0) invalid(faulty.map((path) => ({ path, message: `${titles[path]}不存在或已停用` })))
}
