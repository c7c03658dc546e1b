import { loginMessages } from '@chepu/contract/shell/constants'
import * as oidc from 'openid-client'
import { Failure } from '../../kernel/base/errors'
import type { IdentityProvider } from '../../kernel/base/integrations'
import type { Identity } from './social'

/** What a sign-in under way must remember until the provider answers. */
export interface Pending {
  nonce: string
  verifier: string
}

const configurations = new Map<string, Promise<oidc.Configuration>>()

/** The provider's endpoints and keys, found once; a failed search is tried again. */
function configurationOf({ issuer, clientId, clientSecret }: IdentityProvider): Promise<oidc.Configuration> {
  const key = `${issuer} ${clientId}`
  const known = configurations.get(key)
  if (known) return known
  // Plain http is configured for this machine alone (app/config.ts). Signatures are checked although TLS vouches already.
  const execute = [oidc.enableNonRepudiationChecks]
  if (issuer.startsWith('http:')) execute.unshift(oidc.allowInsecureRequests)
  const found = oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: 10 })
  configurations.set(key, found)
  found.catch(() => configurations.delete(key))
  return found
}

/** The provider's sign-in page, and what to remember of it. PKCE, state and nonce bind the answer to this browser. */
export async function iamPage(
  provider: IdentityProvider,
  backTo: string,
  stateOf: (pending: Pending) => Promise<string>,
): Promise<string> {
  const configuration = await configurationOf(provider).catch(() => {
    throw new Failure('refusal', '企业身份系统暂时连接不上，请稍后再试')
  })
  const pending = { nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: backTo,
    scope: 'openid',
    response_type: 'code',
    state: await stateOf(pending),
    nonce: pending.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
  })
  return url.href
}

/** Exchanges the code and checks the identity token: signature, issuer, audience, nonce, time. */
export async function iamIdentity(
  provider: IdentityProvider,
  backTo: string,
  given: { code: string; state: string; iss?: string | undefined },
  { nonce, verifier }: Pending,
): Promise<Identity> {
  const url = new URL(backTo)
  for (const [name, value] of Object.entries(given)) if (value !== undefined) url.searchParams.set(name, value)
  try {
    const tokens = await oidc.authorizationCodeGrant(await configurationOf(provider), url, {
      pkceCodeVerifier: verifier,
      expectedState: given.state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    const subject = tokens.claims()?.sub
    if (!subject) throw new Error('the identity token names nobody')
    return { subject }
  } catch (error) {
    throw new Failure('signIn', loginMessages.network, undefined, { cause: error })
  }
}
