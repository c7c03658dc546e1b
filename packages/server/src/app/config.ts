import { z } from 'zod'
import { StartupError } from './startup-error'

const flag = z
  .enum(['0', '1', 'true', 'false', 'on', 'off'], { error: '应为 0 或 1' })
  .transform((text) => ['1', 'true', 'on'].includes(text))

const environment = z.object({
  /** Port of the web address. */
  PORT: z
    .string()
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65535, '应为 0 到 65535 的端口号')
    .transform(Number)
    .default(8080),
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
})

export interface Config {
  port: number
  host: string
  databaseUrl: string | undefined
  dataDir: string
  demo: boolean
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

/** Reads the settings from the environment; an empty variable counts as absent. Throws StartupError naming the first bad one. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const name = String(issue?.path[0])
    // The database address carries a password, so its value is never repeated.
    const value = name === 'DATABASE_URL' ? '' : `，现为 ${given[name]}`
    throw new StartupError(`环境变量 ${name} 不正确：${issue?.message}${value}`)
  }
  const { PORT, HOST, DATABASE_URL, DATA_DIR, DEMO, LOG_LEVEL } = parsed.data
  return {
    port: PORT,
    host: HOST,
    databaseUrl: DATABASE_URL,
    dataDir: DATA_DIR,
    demo: DEMO ?? DATABASE_URL === undefined,
    logLevel: LOG_LEVEL,
  }
}
