import { z } from 'zod'
import { userButtons } from './user'
import { pageOf, paging } from '../kernel/list-query'
import { idParam, route } from '../kernel/route'
import { day, id, addressedId, text } from '../kernel/scalars'
import { oneOf } from '../kernel/labelled'

/** Every key begins so, and nothing else does: scanners for leaked secrets find it. */
export const keyPrefix = 'chepu_'
/** Live keys of one program in one organisation: a new one works before the old one is stopped. */
export const mostLiveKeys = 2
/** Calls a minute of a new key, and the most that one may be given. */
export const usualCallsPerMinute = 600
export const mostCallsPerMinute = 6000
/** A key lives no longer than this. */
export const mostKeyDays = 365
/** So long is kept what a key was used for, and a key that is over. */
export const usageDays = 90

export const keyStates = { live: '有效', expired: '已到期', stopped: '已停用' } as const

const key = z.object({
  id,
  name: z.string(),
  /** chepu_ and six more. */
  firstSigns: z.string(),
  orgName: z.string(),
  addresses: z.array(z.string()),
  callsPerMinute: z.number().int(),
  state: oneOf(keyStates),
  /** Last day on which it works. */
  expiresOn: z.string(),
  createdByName: z.string(),
  createdAt: z.string(),
  stoppedByName: z.string().nullable(),
  stoppedAt: z.string().nullable(),
  /** Null: not used yet. */
  lastUsedAt: z.string().nullable(),
  lastIp: z.string(),
})
export type ProgramKey = z.output<typeof key>

/** What a key called on one day, by call and status of the answer. */
const usage = z.object({
  key: z.string(),
  keyName: z.string(),
  firstSigns: z.string(),
  day: z.string(),
  call: z.string(),
  summary: z.string(),
  status: z.number().int(),
  calls: z.number().int(),
  averageMs: z.number().int(),
  lastAt: z.string(),
  /** Why the last of them was refused; '' when they were not. */
  lastRefusal: z.string(),
})
export type KeyUsageRow = z.output<typeof usage>

const addressForm = '请填写IP地址或网段，如 203.0.113.7 或 192.168.1.0/24'
const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], addressForm)

const path = '/api/web/user/info/:id/key'

/** 接口密钥: keys of an account that is a program, and what they were used for. */
export const programKeyRoutes = {
  list: route({
    method: 'GET',
    path,
    access: userButtons.view,
    summary: '接口账号的密钥',
    params: idParam,
    data: z.object({ rows: z.array(key) }),
  }),
  /** Makes a key; it is answered this once. A key makes none, so that one that leaked ends when it is stopped. */
  make: route({
    method: 'POST',
    path,
    access: userButtons.resetPassword,
    forPeople: true,
    shownOnce: 'key',
    summary: '新建接口密钥',
    params: idParam,
    body: z.object({
      name: text(30).min(1, '请输入密钥名称'),
      /** Where it works; absent: the default organisation of the account. */
      orgId: id.nullable().optional(),
      /** Last day on which it works; absent: a year from now. */
      expiresOn: day.optional(),
      /** None: from everywhere. */
      addresses: z.array(address).max(20, '最多20个地址').default([]),
      callsPerMinute: z
        .number({ error: `每分钟调用次数应为1到${mostCallsPerMinute}` })
        .int()
        .min(1, `每分钟调用次数应为1到${mostCallsPerMinute}`)
        .max(mostCallsPerMinute, `每分钟调用次数应为1到${mostCallsPerMinute}`)
        .default(usualCallsPerMinute),
    }),
    data: z.object({ id, key: z.string() }),
  }),
  /** The key opens nothing from then on. */
  stop: route({
    method: 'POST',
    path: `${path}/:keyId/stop`,
    access: userButtons.resetPassword,
    summary: '停用接口密钥',
    params: idParam.extend({ keyId: addressedId }),
    data: z.object({ id }),
  }),
  usage: route({
    method: 'GET',
    path: `${path}/usage`,
    access: userButtons.view,
    summary: '接口调用记录',
    params: idParam,
    query: z.object({ failed: z.enum(['true', 'false']).optional() }).extend(paging.omit({ sort: true }).shape),
    data: pageOf(usage),
  }),
}
