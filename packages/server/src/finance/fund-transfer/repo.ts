import { invalid } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'

/** Refuses what is no account of the caller's organisation, or is out of use. @throws Failure invalid, naming the field */
export async function ownAccount(tx: CallerTx, id: number, path: string): Promise<void> {
  const account = await tx.one<{ name: string; isActive: boolean }>({
    name: 'own-account',
    text: 'select name, is_active from store_account where group_id = $1 and org_id = $2 and id = $3',
    values: [tx.groupId, tx.caller.orgId, id],
  })
  if (!account) return invalid([{ path, message: '账户不存在或不属于当前企业' }])
  if (!account.isActive) invalid([{ path, message: `账户 ${account.name} 已停用` }])
}

/** The organisation that a partner stands for, where it is another one than the caller's; else nothing. */
export const sisterBy = (tx: CallerTx, partnerId: number): Promise<{ orgId: number } | undefined> =>
  tx.one({
    name: 'sister-of-transfer',
    text: `select system_org_id as org_id from partner
      where group_id = $1 and id = $2 and system_kind = 'sister_org' and system_org_id <> $3`,
    values: [tx.groupId, partnerId, tx.caller.orgId],
  })

/** Whom the caller's organisation has another one down for among its partners. @throws Error when it stands nowhere, which all do */
export async function partnerOfOrg(tx: CallerTx, orgId: number): Promise<number> {
  const row = await tx.one<{ id: number }>({
    name: 'partner-of-org',
    text: `select id from partner where group_id = $1 and system_kind = 'sister_org' and system_org_id = $2`,
    values: [tx.groupId, orgId],
  })
  if (!row) throw new Error('an organisation is no partner of its sisters')
  return row.id
}
