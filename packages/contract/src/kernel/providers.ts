import { z } from 'zod'
import { oneOf } from './labelled'

/** Outside providers that know who somebody is. */
export const providers = { wechat: '微信', wecom: '企业微信', iam: '企业账号' } as const
export const provider = oneOf(providers)
export type Provider = z.output<typeof provider>
