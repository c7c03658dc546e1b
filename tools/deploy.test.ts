import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFile(join(root, path), 'utf8')
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

const readme = await read('README.md')
const unit = await read('deploy/chepu.service')
const env = await read('deploy/chepu.env.example')
const dockerfile = await read('deploy/Dockerfile')
const compose = await read('deploy/compose.yaml')

/** The files of deploy/ are not run by any test; what they take from the program is compared with it. */
describe('deploy', () => {
  test('every setting that is given stands in the table of README', () => {
    const settings = all(readme.split('## Settings')[1]?.split('\n## ')[0] ?? '', /`([A-Z_]{4,})`/g)
    const program = compose.split('\n  program:')[1]?.split('\nvolumes:')[0] ?? ''
    const given = {
      'chepu.service': all(unit, /(?<=^Environment=.*)\b([A-Z_]+)=/gm),
      'chepu.env.example': all(env, /^#?([A-Z_]+)=/gm),
      Dockerfile: all(dockerfile, /(?<=^ENV .*)\b([A-Z_]+)=/gm),
      'compose.yaml': all(program, /^ {6}([A-Z_]+):/gm),
    }
    expect(given['chepu.service']).toEqual(expect.arrayContaining(['DATA_DIR', 'DEMO']))
    expect(given['chepu.env.example']).toContain('BACKUP_KEEP')
    expect(given.Dockerfile).toEqual(expect.arrayContaining(['DATA_DIR', 'DEMO']))
    expect(given['compose.yaml']).toEqual(expect.arrayContaining(['DATABASE_URL', 'DEMO', 'TRUST_PROXY']))
    const known = new Set([...settings, 'NODE_ENV'])
    expect(Object.entries(given).map(([file, names]) => [file, names.filter((name) => !known.has(name))])).toEqual(
      Object.keys(given).map((file) => [file, []]),
    )
  })

  test('who stops the program waits longer than it takes', async () => {
    const stop = await read('packages/server/src/app/stop.ts')
    const longest = Number(/longestMs = ([\d_]+)/.exec(stop)?.[1]?.replace('_', '')) / 1000
    expect(longest).toBeGreaterThan(10)
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(longest + 5)
    const program = compose.split('\n  program:')[1] ?? ''
    expect(Number(/stop_grace_period: (\d+)s/.exec(program)?.[1])).toBeGreaterThanOrEqual(longest + 5)
    // The embedded database is stopped by the program, not by a signal to everything.
    expect(unit).toMatch(/^KillMode=mixed$/m)
  })

  test('the image asks an address that exists', async () => {
    const health = await read('packages/server/src/app/health.ts')
    const path = /127\.0\.0\.1:[^/]+(\/\w+)`/.exec(dockerfile)?.[1] ?? ''
    expect(path).toBe('/readyz')
    expect(health).toContain(`http.get('${path}'`)
  })

  test('role and database are made as README says', async () => {
    const init = await read('deploy/postgres-init.sh')
    const [role, database] = ['create role chepu login createrole password', 'create database chepu owner chepu;']
    for (const text of [readme, init]) {
      expect(text).toContain(role)
      expect(text).toContain(database)
    }
  })

  test('proxies let in as much as README asks for', async () => {
    const [nginx, caddy] = [await read('deploy/nginx.conf'), await read('deploy/Caddyfile')]
    const most = /bodies of (\d+) MB/.exec(readme)?.[1]
    expect(nginx).toContain(`client_max_body_size ${most}m;`)
    expect(caddy).toContain(`max_size ${most}MB`)
    for (const proxy of [nginx, caddy]) expect(proxy).toContain('Strict-Transport-Security')
  })
})
