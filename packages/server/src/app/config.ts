import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { z } from 'zod'
import type { Bucket } from '../kernel/base/file-bucket'
import type { Integrations } from '../kernel/base/integrations'
import { own } from '../kernel/base/own'
import { StartupError } from './startup-error'

const flag = z
  .enum(['0', '1', 'true', 'false', 'on', 'off'], { error: '应为 0 或 1' })
  .transform((text) => ['1', 'true', 'on'].includes(text))

/** An address without a slash at its end. Plain http is for this machine alone: secrets travel over the others. */
const httpUrl = z
  .url({ protocol: /^https?$/, error: '应为 https:// 开头的地址' })
  .refine((text) => text.startsWith('https:') || isLoopback(new URL(text).hostname), '应为 https:// 开头的地址')
  .transform((text) => text.replace(/\/+$/, ''))
/** Whether a host, of an address or to listen on, is this machine alone. */
export const isLoopback = (host: string): boolean =>
  ['localhost', '::1', '[::1]'].includes(host) || /^127(\.\d+){3}$/.test(host)

const environment = z.object({
  /** Port of the web address. */
  PORT: z
    .string()
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65535, '应为 0 到 65535 的端口号')
    .transform(Number)
    .default(8080),
  /** Processes that answer behind the port; one is enough for two cores. */
  NODE_WORKERS: z
    .string()
    .refine((text) => /^[1-9]\d?$/.test(text) && Number(text) <= 64, '应为 1 到 64 的进程数')
    .transform(Number)
    .default(1),
  /** Listening address; all interfaces by default, so that the computers at the counter reach the shop's server. */
  HOST: z.string().default('0.0.0.0'),
  /** PostgreSQL 15 or newer; the embedded one when absent. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: '应为 postgres:// 开头的连接地址' }).optional(),
  /** Directory of the embedded database, uploads and generated secrets. */
  DATA_DIR: z.string().default('.data'),
  /** Whether an empty database is filled with the demo company. */
  DEMO: flag.optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: '应为 fatal、error、warn、info、debug、trace 或 silent',
    })
    .default('info'),
  /** Who knows it may read `/metrics`. */
  METRICS_TOKEN: z.string().min(16, '至少 16 个字符').optional(),
  /** Where the embedded database is backed up to every night. */
  BACKUP_DIR: z.string().optional(),
  /** The bucket of an S3-compatible store for files, instead of `DATA_DIR`. The secret key does not travel, so http will do within a house. */
  S3_BUCKET_URL: z
    .url({ protocol: /^https?$/, error: '应为存储桶的 http(s):// 地址，如 https://s3.example.com/chepu' })
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  /** How many backups are kept. */
  BACKUP_KEEP: z
    .string()
    .refine((text) => /^[1-9]\d{0,2}$/.test(text), '应为 1 到 999 的份数')
    .transform(Number)
    .default(14),
  /** Address under which browsers reach the installation; outside providers send them back there. */
  PUBLIC_URL: httpUrl.optional(),
  /** Other servers that pages may call, when the browser's `gateway` names one (business/frame 7.1). */
  API_ORIGINS: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(httpUrl.refine((text) => new URL(text).origin === text, '只写协议、主机和端口')))
    .default([]),
  /** Proxies in front whose X-Forwarded-For is believed. */
  TRUST_PROXY: z
    .string()
    .regex(/^[\w.:/]+(,[\w.:/]+)*$/, '应为逗号分隔的地址、网段或 loopback、linklocal、uniquelocal')
    .transform((text) => text.split(','))
    .optional(),
  SMS_GATEWAY_URL: httpUrl.optional(),
  SMS_GATEWAY_TOKEN: z.string().default(''),
  WECHAT_APP_ID: z.string().optional(),
  WECHAT_APP_SECRET: z.string().optional(),
  WECHAT_OPEN_URL: httpUrl.default('https://open.weixin.qq.com'),
  WECHAT_API_URL: httpUrl.default('https://api.weixin.qq.com'),
  WECOM_CORP_ID: z.string().optional(),
  WECOM_AGENT_ID: z.string().optional(),
  WECOM_SECRET: z.string().optional(),
  WECOM_OPEN_URL: httpUrl.default('https://open.work.weixin.qq.com'),
  WECOM_API_URL: httpUrl.default('https://qyapi.weixin.qq.com'),
  IAM_ISSUER: httpUrl.optional(),
  IAM_CLIENT_ID: z.string().optional(),
  IAM_CLIENT_SECRET: z.string().optional(),
})
type Environment = z.output<typeof environment>

export interface Config {
  port: number
  workers: number
  host: string
  databaseUrl: string | undefined
  dataDir: string
  demo: boolean
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  trustProxy: string[]
  metricsToken: string | undefined
  /** Undefined: the program makes no backups. */
  backup: { dir: string; keep: number } | undefined
  /** Undefined: files are kept in `dataDir`. */
  bucket: Bucket | undefined
  integrations: Integrations
}

/** Reads the settings from the environment; an empty variable counts as absent. Throws StartupError naming the first bad one. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const name = String(issue?.path[0])
    // What carries a password is never repeated.
    const value = /^DATABASE_URL$|SECRET|TOKEN/.test(name) ? '' : `，现为 ${own(given, name)}`
    throw new StartupError(`环境变量 ${name} 不正确：${issue?.message}${value}`)
  }
  const { PORT, HOST, DATABASE_URL, DATA_DIR, DEMO, LOG_LEVEL } = parsed.data
  return {
    port: PORT,
    workers: parsed.data.NODE_WORKERS,
    host: HOST,
    databaseUrl: DATABASE_URL,
    dataDir: DATA_DIR,
    demo: DEMO ?? DATABASE_URL === undefined,
    logLevel: LOG_LEVEL,
    trustProxy: parsed.data.TRUST_PROXY ?? [],
    metricsToken: parsed.data.METRICS_TOKEN,
    backup: backupOf(parsed.data),
    bucket: bucketOf(parsed.data),
    integrations: integrationsOf(parsed.data),
  }
}

function backupOf({ BACKUP_DIR, BACKUP_KEEP, DATABASE_URL, DATA_DIR }: Environment): Config['backup'] {
  if (BACKUP_DIR === undefined) return undefined
  if (DATABASE_URL !== undefined)
    throw new StartupError('环境变量 BACKUP_DIR 只用于内置数据库；设了 DATABASE_URL 时请用 pg_dump 备份（见 README）')
  const [data, backups] = [realPath(resolve(DATA_DIR)), realPath(resolve(BACKUP_DIR))]
  if (isWithin(data, backups))
    throw new StartupError(`环境变量 BACKUP_DIR 不正确：不能放在 DATA_DIR 里面，现为 ${BACKUP_DIR}`)
  // A backup that somebody works on would be counted, and deleted, as a backup.
  if (isWithin(backups, data))
    throw new StartupError(`环境变量 DATA_DIR 不正确：不能放在 BACKUP_DIR 里面，请先把备份复制到别处，现为 ${DATA_DIR}`)
  return { dir: BACKUP_DIR, keep: BACKUP_KEEP }
}

function bucketOf(env: Environment): Config['bucket'] {
  const given = complete(env, 'S3_BUCKET_URL', 'S3_ACCESS_KEY', 'S3_SECRET_KEY')
  return given ? { url: given[0], region: env.S3_REGION, accessKey: given[1], secretKey: given[2] } : undefined
}

/** Where a path leads when its links are followed, as far as it exists. */
function realPath(path: string): string {
  if (existsSync(path) || path === dirname(path)) return realpathSync(path)
  return join(realPath(dirname(path)), basename(path))
}

function isWithin(folder: string, path: string): boolean {
  const inside = relative(folder, path)
  return !inside.startsWith('..') && !isAbsolute(inside)
}

/** What the installation is connected to: a provider counts once all of its variables are there. */
function integrationsOf(env: Environment): Integrations {
  const wechat = complete(env, 'WECHAT_APP_ID', 'WECHAT_APP_SECRET')
  const wecom = complete(env, 'WECOM_CORP_ID', 'WECOM_AGENT_ID', 'WECOM_SECRET')
  const iam = complete(env, 'IAM_ISSUER', 'IAM_CLIENT_ID', 'IAM_CLIENT_SECRET')
  if ((wechat || wecom || iam) && !env.PUBLIC_URL) {
    throw new StartupError('环境变量 PUBLIC_URL 不正确：第三方登录需要本系统的访问地址，例如 https://chepu.example.com')
  }
  return {
    publicUrl: env.PUBLIC_URL ?? '',
    gateways: env.API_ORIGINS,
    sms: env.SMS_GATEWAY_URL ? { url: env.SMS_GATEWAY_URL, token: env.SMS_GATEWAY_TOKEN } : null,
    wechat: wechat && {
      appId: wechat[0],
      secret: wechat[1],
      agentId: '',
      openUrl: env.WECHAT_OPEN_URL,
      apiUrl: env.WECHAT_API_URL,
    },
    wecom: wecom && {
      appId: wecom[0],
      agentId: wecom[1],
      secret: wecom[2],
      openUrl: env.WECOM_OPEN_URL,
      apiUrl: env.WECOM_API_URL,
    },
    iam: iam && { issuer: iam[0], clientId: iam[1], clientSecret: iam[2] },
  }
}

/** The values of variables that belong together; null when none is set, a StartupError when some are missing. */
function complete<Names extends (keyof Environment)[]>(
  env: Environment,
  ...names: Names
): { [Index in keyof Names]: string } | null {
  const missing = names.filter((name) => !env[name])
  if (missing.length === names.length) return null
  if (missing.length > 0) throw new StartupError(`环境变量 ${missing.join('、')} 缺失：${names.join('、')} 需一并设置`)
  return names.map((name) => String(env[name])) as { [Index in keyof Names]: string }
}
