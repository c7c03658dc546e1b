/** The HTTP service that sends SMS. */
export interface SmsGateway {
  url: string
  /** Sent as a bearer token; '' sends none. */
  token: string
}

/** A WeChat website application, or a WeCom application when it has an agent. */
export interface SocialApp {
  appId: string
  secret: string
  /** WeCom only. */
  agentId: string
  /** Where the QR page is. */
  openUrl: string
  /** Where codes are exchanged. */
  apiUrl: string
}

/** The company's identity provider, spoken to by OpenID Connect. */
export interface IdentityProvider {
  issuer: string
  clientId: string
  clientSecret: string
}

/** What this installation is connected to; null is not connected. Settings of the environment, see README. */
export interface Integrations {
  /** Address under which browsers reach this installation, without a slash at its end. */
  publicUrl: string
  /** Origins of other servers that pages may call beside their own. */
  gateways: string[]
  sms: SmsGateway | null
  wechat: SocialApp | null
  wecom: SocialApp | null
  iam: IdentityProvider | null
}

export const noIntegrations: Integrations = {
  publicUrl: '',
  gateways: [],
  sms: null,
  wechat: null,
  wecom: null,
  iam: null,
}
