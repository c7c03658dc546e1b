import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Integrations } from '../src/kernel/base/integrations'

/** What an identity provider answers wrongly, to show that it is not believed. */
export interface Twist {
  audience?: string
  issuer?: string
  nonce?: string
  /** Seconds from now until the identity token ends. */
  lifetime?: number
  /** Signed with a key that the provider does not publish. */
  forged?: boolean
}

interface Grant {
  subject: string
  query: URLSearchParams
  expiresAt: number
  twist: Twist
}

const secrets = { wechat: 'wechat-secret', wecom: 'wecom-secret', iam: 'iam-secret' }

/**
 * WeChat, WeCom and an OpenID provider on this machine. They speak the real protocols: codes for one use that expire,
 * secrets, PKCE, signed tokens, and pages whose links are the confirmation on a phone.
 */
export class IdentityProviders {
  private readonly grants = new Map<string, Grant>()
  private keys!: Awaited<ReturnType<typeof generateKeyPair>>
  private strangeKeys!: Awaited<ReturnType<typeof generateKeyPair>>
  private readonly server = createServer((request, response) => {
    this.answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  origin = ''

  static async start(port = 0): Promise<IdentityProviders> {
    const providers = new IdentityProviders()
    providers.keys = await generateKeyPair('RS256')
    providers.strangeKeys = await generateKeyPair('RS256')
    await new Promise<void>((resolve) => providers.server.listen(port, '127.0.0.1', resolve))
    const address = providers.server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    providers.origin = `http://127.0.0.1:${address.port}`
    return providers
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  /** The environment of a program that is connected to these providers. */
  environment(publicUrl: string): Record<string, string> {
    return {
      PUBLIC_URL: publicUrl,
      WECHAT_APP_ID: 'wx-chepu',
      WECHAT_APP_SECRET: secrets.wechat,
      WECHAT_OPEN_URL: this.origin,
      WECHAT_API_URL: this.origin,
      WECOM_CORP_ID: 'ww-chepu',
      WECOM_AGENT_ID: '1000002',
      WECOM_SECRET: secrets.wecom,
      WECOM_OPEN_URL: this.origin,
      WECOM_API_URL: this.origin,
      IAM_ISSUER: `${this.origin}/iam`,
      IAM_CLIENT_ID: 'chepu',
      IAM_CLIENT_SECRET: secrets.iam,
    }
  }

  /** The same as the server's own settings. */
  integrations(publicUrl: string): Integrations {
    const social = { openUrl: this.origin, apiUrl: this.origin }
    return {
      publicUrl,
      gateways: [],
      sms: null,
      wechat: { ...social, appId: 'wx-chepu', secret: secrets.wechat, agentId: '' },
      wecom: { ...social, appId: 'ww-chepu', secret: secrets.wecom, agentId: '1000002' },
      iam: { issuer: `${this.origin}/iam`, clientId: 'chepu', clientSecret: secrets.iam },
    }
  }

  /** Somebody confirms on the page at `url`: what the provider sends the browser back with. */
  confirm(url: string, subject: string, twist: Twist = {}, minutes = 5): { code: string; state: string } {
    const { searchParams: query } = new URL(url)
    const code = randomBytes(16).toString('hex')
    this.grants.set(code, { subject, query, expiresAt: Date.now() + minutes * 60_000, twist })
    return { code, state: query.get('state') ?? '' }
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin)
    const body = new URLSearchParams(await textOf(request))
    const json = (data: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data))
    switch (url.pathname) {
      case '/connect/qrconnect':
      case '/wwopen/sso/qrConnect':
      case '/iam/authorize':
        return void response
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
          .end(this.page(url, url.searchParams.get('who') ?? 'phone-1'))
      case '/sns/oauth2/access_token':
        return void json(this.wechat(url.searchParams))
      case '/cgi-bin/gettoken':
        return void json(this.wecomToken(url.searchParams))
      case '/cgi-bin/auth/getuserinfo':
        return void json(this.wecomMember(url.searchParams))
      case '/iam/.well-known/openid-configuration':
        return void json(this.discovery())
      case '/iam/jwks':
        return void json({ keys: [{ ...(await exportJWK(this.keys.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] })
      case '/iam/token':
        return this.token(body, request.headers.authorization ?? '', json)
      case '/favicon.ico':
        return void response.writeHead(204).end()
      default:
        response.writeHead(404).end()
    }
  }

  /** A page with one link, which stands for the confirmation on the phone. */
  private page(url: URL, subject: string): string {
    const { code, state } = this.confirm(url.href, subject)
    const back = new URL(url.searchParams.get('redirect_uri') ?? '')
    back.searchParams.set('code', code)
    back.searchParams.set('state', state)
    const link = back.href.replaceAll('&', '&amp;')
    return `<!doctype html><html lang="zh"><title>确认登录</title><body><a target="_top" href="${link}">确认登录</a></body></html>`
  }

  /** A code is good for one use. */
  private spend(code: string | null): Grant | undefined {
    const grant = this.grants.get(code ?? '')
    this.grants.delete(code ?? '')
    return grant && grant.expiresAt > Date.now() ? grant : undefined
  }

  private wechat(query: URLSearchParams): object {
    if (query.get('appid') !== 'wx-chepu' || query.get('secret') !== secrets.wechat)
      return { errcode: 40125, errmsg: 'invalid appsecret' }
    const grant = query.get('grant_type') === 'authorization_code' ? this.spend(query.get('code')) : undefined
    if (!grant) return { errcode: 40029, errmsg: 'invalid code' }
    return {
      access_token: 'a',
      expires_in: 7200,
      refresh_token: 'r',
      openid: `o-${grant.subject}`,
      scope: 'snsapi_login',
      unionid: grant.subject,
    }
  }

  private wecomToken(query: URLSearchParams): object {
    const known = query.get('corpid') === 'ww-chepu' && query.get('corpsecret') === secrets.wecom
    return known
      ? { errcode: 0, errmsg: 'ok', access_token: 'wecom-token', expires_in: 7200 }
      : { errcode: 40001, errmsg: 'invalid credential' }
  }

  private wecomMember(query: URLSearchParams): object {
    if (query.get('access_token') !== 'wecom-token') return { errcode: 40014, errmsg: 'invalid access_token' }
    const grant = this.spend(query.get('code'))
    return grant ? { errcode: 0, errmsg: 'ok', userid: grant.subject } : { errcode: 40029, errmsg: 'invalid code' }
  }

  private discovery(): object {
    const issuer = `${this.origin}/iam`
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      code_challenge_methods_supported: ['S256'],
    }
  }

  private async token(
    body: URLSearchParams,
    authorization: string,
    json: (data: object, status?: number) => unknown,
  ): Promise<void> {
    const basic = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString()
    const hasSecret = body.get('client_secret') === secrets.iam || basic === `chepu:${secrets.iam}`
    if (!hasSecret) return void json({ error: 'invalid_client' }, 401)
    const grant = this.spend(body.get('code'))
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const fits =
      grant?.query.get('code_challenge') === challenge && grant.query.get('redirect_uri') === body.get('redirect_uri')
    if (!grant || !fits) return void json({ error: 'invalid_grant' }, 400)
    const { twist } = grant
    const now = Math.floor(Date.now() / 1000)
    const idToken = await new SignJWT({ nonce: twist.nonce ?? grant.query.get('nonce') })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setSubject(grant.subject)
      .setIssuer(twist.issuer ?? `${this.origin}/iam`)
      .setAudience(twist.audience ?? 'chepu')
      .setIssuedAt(now - 5)
      .setExpirationTime(now + (twist.lifetime ?? 300))
      .sign((twist.forged ? this.strangeKeys : this.keys).privateKey)
    json({ access_token: randomBytes(8).toString('hex'), token_type: 'Bearer', expires_in: 300, id_token: idToken })
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
