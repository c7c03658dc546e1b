import { describe, expect, test } from 'vitest'
import { loadConfig } from '../src/app/config'
import { StartupError } from '../src/app/startup-error'

const url = 'postgres://shop:secret@db.example:5432/chepu'

describe('loadConfig', () => {
  test('has a default for every setting', () => {
    expect(loadConfig({})).toEqual({
      port: 8080,
      host: '0.0.0.0',
      databaseUrl: undefined,
      dataDir: '.data',
      demo: true,
      logLevel: 'info',
    })
  })

  test('fills a given database with demo data only when asked', () => {
    expect(loadConfig({ DATABASE_URL: url }).demo).toBe(false)
    expect(loadConfig({ DATABASE_URL: url, DEMO: '1' }).demo).toBe(true)
    expect(loadConfig({ DEMO: '0' }).demo).toBe(false)
  })

  test('takes an empty variable as absent', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: undefined })
  })

  test.each([
    [{ PORT: 'http' }, '环境变量 PORT 不正确：应为 0 到 65535 的端口号，现为 http'],
    [{ PORT: '99999' }, '环境变量 PORT 不正确：应为 0 到 65535 的端口号，现为 99999'],
    [{ DEMO: 'yes' }, '环境变量 DEMO 不正确：应为 0 或 1，现为 yes'],
    [
      { LOG_LEVEL: 'loud' },
      '环境变量 LOG_LEVEL 不正确：应为 fatal、error、warn、info、debug、trace 或 silent，现为 loud',
    ],
    [{ DATABASE_URL: 'mysql://root:secret@db' }, '环境变量 DATABASE_URL 不正确：应为 postgres:// 开头的连接地址'],
  ])('explains %o in one line', (env, message) => {
    expect(() => loadConfig(env)).toThrow(new StartupError(message))
  })

  test('accepts an address without a host, which means the local socket', () => {
    expect(loadConfig({ DATABASE_URL: 'postgresql:///chepu' }).databaseUrl).toBe('postgresql:///chepu')
  })
})
