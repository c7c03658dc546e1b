import { setImmediate as turn } from 'node:timers/promises'
import { clientVersion } from '@chepu/contract/shell/constants'
import { own } from '../../kernel/base/own'
import type { Section } from '../areas'
import { failureResponses } from './failures'
import { introduction } from './introduction'
import { type Operation, operationOf } from './operation'
import { operationIds } from './operation-id'
import { Schemas } from './schemas'

/** The calls of the server in the words of OpenAPI 3.1. */
export interface Description {
  openapi: string
  info: object
  servers: object[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<'schemas' | 'responses' | 'parameters' | 'securitySchemes', Record<string, object>>
}

/**
 * Describes all calls from the schemas that the server checks them by. That takes a second, so whoever else calls meanwhile is
 * answered between two of them.
 */
export async function describeCalls(sections: readonly Section[]): Promise<Description> {
  const schemas = new Schemas()
  const nameOf = operationIds(sections.flatMap(({ routes }) => routes))
  const paths: Description['paths'] = {}
  for (const { name, routes } of sections) {
    for (const route of routes) {
      await turn()
      const path = templateOf(route.path)
      paths[path] = {
        ...own(paths, path),
        [route.method.toLowerCase()]: operationOf(route, name, nameOf(route), schemas),
      }
    }
  }
  const responses = failureResponses(schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: '车铺',
      version: clientVersion,
      description: introduction,
      license: { name: '专有软件', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: '提供本文件的服务器' }],
    tags: sections.map(({ name, about }) => ({ name, description: about })),
    paths,
    components: { schemas: schemas.named, responses, parameters, securitySchemes },
  }
}

/** The path as OpenAPI writes it; a slash at its end may be left out in every call. */
export const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')

const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: '请求标识：没有收到回答时用同一个标识重试，只会执行一次',
    required: false,
    schema: { type: 'string', maxLength: 80 },
  },
} as const

const securitySchemes = {
  token: { type: 'apiKey', in: 'header', name: 'token', description: '接口账号的密钥，或登录得到的令牌' },
  bearer: { type: 'http', scheme: 'bearer', description: '同一个密钥或令牌' },
} as const
