import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../src/app/config'
import { StartupError } from '../src/app/startup-error'

const url = 'postgres://shop:secret@db.example:5432/chepu'

describe('loadConfig', () => {
  test('has a default for every setting', () => {
    expect(loadConfig({})).toEqual({
      port: 8080,
      workers: 1,
      host: '0.0.0.0',
      databaseUrl: undefined,
      dataDir: '.data',
      demo: true,
      logLevel: 'info',
      trustProxy: [],
      metricsToken: undefined,
      backup: undefined,
      bucket: undefined,
      integrations: { publicUrl: '', gateways: [], sms: null, wechat: null, wecom: null, iam: null },
    })
  })

  test('connects what is set completely', () => {
    const env = {
      PUBLIC_URL: 'https://chepu.example.com/',
      TRUST_PROXY: 'loopback,10.0.0.0/8',
      API_ORIGINS: 'https://api.example.com,https://b.example.com:8443/',
      SMS_GATEWAY_URL: 'https://sms.example.com/send',
      WECHAT_APP_ID: 'wx1',
      WECHAT_APP_SECRET: 's1',
      IAM_ISSUER: 'http://127.0.0.1:9',
      IAM_CLIENT_ID: 'chepu',
      IAM_CLIENT_SECRET: 's2',
    }
    expect(loadConfig(env)).toMatchObject({
      trustProxy: ['loopback', '10.0.0.0/8'],
      integrations: {
        publicUrl: 'https://chepu.example.com',
        gateways: ['https://api.example.com', 'https://b.example.com:8443'],
        sms: { url: 'https://sms.example.com/send', token: '' },
        wechat: { appId: 'wx1', secret: 's1', openUrl: 'https://open.weixin.qq.com' },
        wecom: null,
        iam: { issuer: 'http://127.0.0.1:9', clientId: 'chepu', clientSecret: 's2' },
      },
    })
  })

  test('fills a given database with demo data only when asked', () => {
    expect(loadConfig({ DATABASE_URL: url }).demo).toBe(false)
    expect(loadConfig({ DATABASE_URL: url, DEMO: '1' }).demo).toBe(true)
    expect(loadConfig({ DEMO: '0' }).demo).toBe(false)
  })

  test('keeps 14 backups beside the data', () => {
    expect(loadConfig({ DATA_DIR: '/data', BACKUP_DIR: '/data-backups' }).backup).toEqual({
      dir: '/data-backups',
      keep: 14,
    })
  })

  test('sees a link that leads into the data', () => {
    const folder = mkdtempSync(join(tmpdir(), 'chepu-config-'))
    try {
      symlinkSync(folder, join(folder, 'link'))
      expect(() => loadConfig({ DATA_DIR: folder, BACKUP_DIR: join(folder, 'link') })).toThrow('不能放在 DATA_DIR 里面')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('keeps files in a bucket that is named with its keys', () => {
    const env = { S3_BUCKET_URL: 'http://10.0.0.5:9000/chepu/', S3_ACCESS_KEY: 'shop', S3_SECRET_KEY: 's3' }
    expect(loadConfig(env).bucket).toEqual({
      url: 'http://10.0.0.5:9000/chepu',
      region: 'us-east-1',
      accessKey: 'shop',
      secretKey: 's3',
    })
  })

  test('takes an empty variable as absent', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: undefined })
  })

  test.each([
    [{ PORT: 'http' }, '环境变量 PORT 不正确：应为 0 到 65535 的端口号，现为 http'],
    [{ NODE_WORKERS: '0' }, '环境变量 NODE_WORKERS 不正确：应为 1 到 64 的进程数，现为 0'],
    [{ PORT: '99999' }, '环境变量 PORT 不正确：应为 0 到 65535 的端口号，现为 99999'],
    [{ DEMO: 'yes' }, '环境变量 DEMO 不正确：应为 0 或 1，现为 yes'],
    [
      { LOG_LEVEL: 'loud' },
      '环境变量 LOG_LEVEL 不正确：应为 fatal、error、warn、info、debug、trace 或 silent，现为 loud',
    ],
    [{ METRICS_TOKEN: 'secret' }, '环境变量 METRICS_TOKEN 不正确：至少 16 个字符'],
    [{ BACKUP_DIR: '/b', BACKUP_KEEP: '0' }, '环境变量 BACKUP_KEEP 不正确：应为 1 到 999 的份数，现为 0'],
    [
      { DATA_DIR: '/data', BACKUP_DIR: '/data/backups' },
      '环境变量 BACKUP_DIR 不正确：不能放在 DATA_DIR 里面，现为 /data/backups',
    ],
    [
      { DATA_DIR: '/backups/chepu-2026-01-31-020000', BACKUP_DIR: '/backups' },
      '环境变量 DATA_DIR 不正确：不能放在 BACKUP_DIR 里面，请先把备份复制到别处，现为 /backups/chepu-2026-01-31-020000',
    ],
    [
      { DATABASE_URL: url, BACKUP_DIR: '/b' },
      '环境变量 BACKUP_DIR 只用于内置数据库；设了 DATABASE_URL 时请用 pg_dump 备份（见 README）',
    ],
    [
      { SMS_GATEWAY_URL: 'http://sms.example.com' },
      '环境变量 SMS_GATEWAY_URL 不正确：应为 https:// 开头的地址，现为 http://sms.example.com',
    ],
    [
      { WECOM_CORP_ID: 'ww1' },
      '环境变量 WECOM_AGENT_ID、WECOM_SECRET 缺失：WECOM_CORP_ID、WECOM_AGENT_ID、WECOM_SECRET 需一并设置',
    ],
    [
      { WECHAT_APP_ID: 'wx1', WECHAT_APP_SECRET: 's1' },
      '环境变量 PUBLIC_URL 不正确：第三方登录需要本系统的访问地址，例如 https://chepu.example.com',
    ],
    [
      { S3_BUCKET_URL: 'chepu' },
      '环境变量 S3_BUCKET_URL 不正确：应为存储桶的 http(s):// 地址，如 https://s3.example.com/chepu，现为 chepu',
    ],
    [
      { S3_BUCKET_URL: 'https://s3.example.com/chepu', S3_ACCESS_KEY: 'shop' },
      '环境变量 S3_SECRET_KEY 缺失：S3_BUCKET_URL、S3_ACCESS_KEY、S3_SECRET_KEY 需一并设置',
    ],
    [{ DATABASE_URL: 'mysql://root:secret@db' }, '环境变量 DATABASE_URL 不正确：应为 postgres:// 开头的连接地址'],
  ])('explains %o in one line', (env, message) => {
    expect(() => loadConfig(env)).toThrow(new StartupError(message))
  })

  test('accepts an address without a host, which means the local socket', () => {
    expect(loadConfig({ DATABASE_URL: 'postgresql:///chepu' }).databaseUrl).toBe('postgresql:///chepu')
  })
})
