import { type ErrorKind, errorKinds } from '@chepu/contract/kernel/errors'
import { override, overrideLabels } from '@chepu/contract/kernel/override'
import { z } from 'zod'
import type { AnyRoute } from '../../kernel/http/bind'
import type { Schemas } from './schemas'

/** What each way of failing tells who calls; those of the wire itself belong to no call. */
const words = {
  signIn: '登录未成功',
  refusal: '业务规则不允许，原因见 msg',
  keyReused: 'Idempotency-Key 已用于别的请求：换一个',
  invalid: '输入不符合要求，字段见 errors',
  malformed: '请求无法读取：不是 JSON，或内容类型不对',
  signedOut: '未登录，或登录、密钥已失效',
  forbidden: '没有权限；或须先修改一次性密码、先选择企业',
  notFound: '数据不存在，或不在可查看的范围内',
  stale: '数据已被他人修改：重新读取后再提交',
  tooLarge: '提交的内容或文件过大',
  tooMany: '短时间内次数或内容过多：稍后再试',
  bug: '系统出错，msg 中有编号',
  tooLong: '处理用时过长，已停止，没有改动数据：缩小查询范围',
  unavailable: '数据库暂时连接不上：用同一个 Idempotency-Key 重试',
  kicked: '登录已在别处被结束，原因见 msg',
} as const satisfies Partial<Record<ErrorKind, string>>
type Told = keyof typeof words

const told = Object.keys(words) as Told[]
const kindsOf = (status: number): Told[] => told.filter((kind) => errorKinds[kind].status === status)
const statuses = [...new Set(told.map((kind) => errorKinds[kind].status))]

/** HTTP statuses of the failures that a call may answer. */
export function failureStatuses({ access, method, params, query }: AnyRoute): number[] {
  const changes = method !== 'GET'
  const kinds: Told[] = [
    'invalid',
    // The device of a call may have an old key, also where nobody need be signed in.
    'signedOut',
    // Public calls that change something know their caller all the same: steps of the sign-in, a new shop.
    ...(changes || access !== 'public' ? (['forbidden', 'kicked'] as const) : []),
    ...(changes || hasFields(params) || hasFields(query) ? (['notFound'] as const) : []),
    ...(changes ? (['stale', 'tooLarge'] as const) : []),
    'tooMany',
    'bug',
    'tooLong',
    'unavailable',
  ]
  return kinds.map((kind) => errorKinds[kind].status)
}

const hasFields = ({ def }: z.ZodType): boolean => 'shape' in def && Object.keys(def.shape as object).length > 0

/** Why a failed answer is not what the description of its call says; null when it is, or when it did not fail. */
export function undescribed(route: AnyRoute, status: number, answer: unknown): string | null {
  if (status < 400) return null
  if (!failureStatuses(route).includes(status)) return `${status} is not described`
  return failureOf(kindsOf(status)).strict().safeParse(answer).error?.message ?? null
}

/** The answers of all failures by status, for the components of a description. */
export const failureResponses = (schemas: Schemas): Record<string, object> =>
  Object.fromEntries(
    statuses.map((status) => {
      const kinds = kindsOf(status)
      const description = kinds.map((kind) => `${kind}：${words[kind]}`).join('；')
      const content = { 'application/json': { schema: schemas.output(failureOf(kinds)) } }
      return [status, { description, content, ...(kinds.includes('tooMany') && { headers: { 'Retry-After': wait } }) }]
    }),
  )

const wait = { description: '密钥调用过多时：等多少秒', schema: { type: 'integer' } } as const

/** What a call answers that fails in one of these ways. */
const failureOf = (kinds: readonly Told[]) =>
  z.object({
    code: z.literal([...new Set(kinds.map((kind) => errorKinds[kind].code))]),
    reason: z.enum(kinds).describe('失败的种类，程序按它判断'),
    msg: z.string().describe('给人看的原因'),
    errors: z.array(fieldFault).optional().describe('有误的字段'),
    override: override.optional().describe(
      `有此权限的人可以放行：${Object.entries(overrideLabels)
        .map((pair) => pair.join(' '))
        .join('、')}`,
    ),
  })

const fieldFault = z.object({ path: z.string().describe('字段的位置，如 lines.2.qty'), message: z.string() })
