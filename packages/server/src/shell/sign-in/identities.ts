import { type Provider, providers } from '@chepu/contract/kernel/providers'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import { refuse } from '../../kernel/base/errors'

/** Integrations identities of a login, by provider; several of one provider count once, the latest binding. */
export const identitiesOf = (tx: CallerTx, loginId: number): Promise<{ provider: Provider; boundAt: string }[]> =>
  tx.query({
    name: 'identities-of',
    text: `select provider, max(created_at) as bound_at from shared.identity where login_id = $1 group by provider order by 1`,
    values: [loginId],
  })

/**
 * 解绑: the login is no longer entered by this provider; it may be bound again at the next sign-in there. Sessions and the
 * other ways stay. The caller of this function has made sure that the login may be dealt with.
 */
export async function unbindIdentity(tx: CallerTx, loginId: number, provider: Provider): Promise<void> {
  const unbound = await tx.query({
    name: 'unbind-identity',
    text: 'delete from shared.identity where login_id = $1 and provider = $2 returning login_id',
    values: [loginId, provider],
  })
  if (unbound.length === 0) refuse(`该账号没有绑定${providers[provider]}`)
  await audit(tx, { entity: 'app_user', entityId: loginId, action: 'unbind', detail: { provider } })
}
