import type { z } from 'zod'
import { Failure } from '../kernel/base/errors'
import { own } from '../kernel/base/own'
import type { Caller } from '../kernel/caller/caller'

/** Names of the organisation, as bodies of this program and of older clients have them. */
const names = ['orgId', 'org_id']

/**
 * Refuses a body that says, itself or in its header, another organisation than the one the caller works in: what is not asked for would be written
 * there unnoticed. A call whose body asks for an organisation answers for itself (business/access 7).
 * @throws Failure forbidden
 */
export function assertNamedOrg(schema: z.ZodType, sent: unknown, { orgId }: Caller): void {
  const places = [
    { fields: fieldsOf(schema), body: sent },
    { fields: fieldsOf(own(fieldsOf(schema), 'header')), body: valueOf(sent, 'header') },
  ]
  for (const { fields, body } of places)
    for (const name of names) {
      const named = Object.hasOwn(fields, name) ? undefined : valueOf(body, name)
      if (named !== undefined && named !== null && String(named) !== String(orgId))
        throw new Failure('forbidden', `请求中的 ${name} 不是当前登录的企业，请切换企业后再操作`)
    }
}

const valueOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? own(body as Record<string, unknown>, name) : undefined

interface Definition {
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  in?: z.ZodType
  options?: z.ZodType[]
}

/** The fields that a schema takes; those of any of its forms. */
function fieldsOf(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  if (!schema) return {}
  const { shape, innerType, in: before, options = [] } = schema.def as unknown as Definition
  return shape ?? Object.assign({}, ...options.map(fieldsOf), innerType || before ? fieldsOf(innerType ?? before) : {})
}
