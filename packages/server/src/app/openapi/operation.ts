import { type Route, downloads, noBody } from '@chepu/contract/kernel/route'
import { z } from 'zod'
import type { AnyRoute } from '../../kernel/http/bind'
import { own } from '../../kernel/base/own'
import { examples } from './examples'
import { failureStatuses } from './failures'
import { parameterWords } from './parameter-words'
import { actionsText, rightsText } from './rights-text'
import type { JsonSchema, Schemas } from './schemas'

/** A call as OpenAPI 3.1 describes it. */
export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: object[]
  parameters: object[]
  requestBody?: object
  responses: Record<string, object>
}

/** The description of one call below the area it belongs to. */
export function operationOf(route: AnyRoute, area: string, operationId: string, schemas: Schemas): Operation {
  const example = own(examples, operationId)
  const requestBody = bodyOf(route, example?.request, schemas)
  return {
    operationId,
    tags: [area],
    summary: route.summary,
    description: aboutOf(route),
    security: route.access === 'public' ? [] : [{ token: [] }, { bearer: [] }],
    parameters: [
      ...parametersOf(route.params, 'path', schemas),
      ...parametersOf(route.query, 'query', schemas),
      ...headersOf(route),
    ],
    ...(requestBody && { requestBody }),
    responses: { 200: successOf(route, example?.answer, schemas), ...failuresOf(route) },
  }
}

const isKeyed = ({ access, method, repeats, shownOnce }: Route): boolean =>
  access !== 'public' && method !== 'GET' && !repeats && !shownOnce

const aboutOf = (route: Route): string =>
  [
    `可以调用：${rightsText(route.access)}`,
    ...(route.actions ? [`各动作还要有自己的权限。${actionsText(route.actions)}`] : []),
    ...(route.forPeople ? ['接口密钥不能调用'] : []),
    ...(route.repeats ? ['不看 Idempotency-Key，重发即再执行一次'] : []),
    ...(route.shownOnce ? [`回答中的 ${route.shownOnce} 只给出这一次，重发即再执行一次`] : []),
  ].join('；')

function parametersOf(shape: z.ZodType, place: 'path' | 'query', schemas: Schemas): object[] {
  const { properties = {}, required = [] } = schemas.input(shape)
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property as JsonSchema
    return {
      name,
      in: place,
      description: description ?? own(parameterWords, name),
      required: required.includes(name),
      schema,
    }
  })
}

const headersOf = (route: Route): object[] =>
  isKeyed(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []

function bodyOf({ method, body, upload }: AnyRoute, example: unknown, schemas: Schemas): object | undefined {
  if (upload) return { required: true, content: { 'multipart/form-data': { schema: fileForm(upload) } } }
  if (method === 'GET' || body === noBody) return undefined
  return {
    required: !body.safeParse(undefined).success,
    content: { 'application/json': { schema: schemas.input(body), ...(example !== undefined && { example }) } },
  }
}

const file = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' } as const

const fileForm = (upload: string) => ({
  type: 'object',
  properties: { file: { ...file, description: upload } },
  required: ['file'],
})

function successOf({ data, download }: AnyRoute, answered: unknown, schemas: Schemas): object {
  if (download) {
    const content = Object.fromEntries(downloads[download].map((type) => [type, { schema: file }]))
    return { description: '文件本身，不带外层结构', content }
  }
  const envelope = z.object({ code: z.literal(0), msg: z.string(), data })
  const example = answered === undefined ? {} : { example: { code: 0, msg: 'ok', data: answered } }
  return { description: '成功', content: { 'application/json': { schema: schemas.output(envelope), ...example } } }
}

const failuresOf = (route: AnyRoute): Record<string, object> =>
  Object.fromEntries(failureStatuses(route).map((status) => [status, { $ref: `#/components/responses/${status}` }]))
