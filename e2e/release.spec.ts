// The archive that `npm run release` makes, on a machine that has Node and nothing else.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { imports } from '@chepu/contract/imports/import'
import { changePassword } from '@chepu/contract/shell/session'
import { booksCheck } from '@chepu/contract/statistics/books-check'
import { expect, test } from '@playwright/test'
import { Program } from '../packages/server/test/program'
import { makeArchive } from '../tools/archive.mjs'
import { Colleague } from './api'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string
}

/** What the embedded PostgreSQL asks of the system; neither npm nor a compiler nor any other tool is among them. */
const systemTools = ['sh', 'id', 'setpriv', 'unshare']

let place: string
test.beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'chepu-release-'))
})
test.afterAll(async () => {
  execFileSync('chmod', ['-R', 'u+w', place])
  await rm(place, { recursive: true })
})

/** Unpacks the archive as an operator does; answers its folder, which nobody may write from now on. */
async function unpack(): Promise<string> {
  const file = await makeArchive(place)
  execFileSync('tar', ['-xzf', file, '-C', place])
  await rm(file)
  const folder = file.replace('.tar.gz', '')
  execFileSync('chmod', ['-R', 'a-w', folder])
  return folder
}

/** A PATH with what the embedded database asks for alone. */
async function barePath(): Promise<string> {
  const bin = join(place, 'bin')
  await mkdir(bin)
  for (const tool of systemTools) {
    const found = ['/usr/bin', '/bin'].map((folder) => join(folder, tool)).find((path) => existsSync(path))
    if (found) await symlink(found, join(bin, tool))
  }
  return bin
}

/** Files that a text's links lead to, from the folder that it stands in. */
const linkedFiles = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].flatMap(([, target = '']) => (/^\w+:/.test(target) ? [] : target))

test('安装包：只靠 Node 就能启动、登录、读表格，停得干净，也不写自己的文件夹', async () => {
  const folder = await unpack()
  const files = (await readdir(folder, { recursive: true })).toSorted()
  expect(folder).toContain(`chepu-${version}-`)
  for (const link of linkedFiles(await readFile(join(folder, 'README.md'), 'utf8'))) expect(files).toContain(link)
  expect(files.filter((path) => /^web\/.*\.map$/.test(path))).toEqual([])

  const program = await Program.run([join(folder, 'start.mjs')], { PATH: await barePath(), DEMO: '0' })
  try {
    const data = join(dirname(folder), 'chepu-data')
    expect(program.output).toContain(`数据目录：${data}`)
    const get = (path: string) => fetch(`${program.origin}${path}`, { headers: { accept: 'text/html' } })
    for (const path of ['/healthz', '/readyz', '/version.json'])
      expect(await (await get(path)).json(), path).toMatchObject({ version })
    const page = await (await get('/')).text()
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
    expect((await get(script)).headers.get('content-type')).toContain('javascript')

    const password = (await readFile(join(data, 'admin01-password'), 'utf8')).trim()
    const newcomer = await Colleague.signIn(program.origin, 'admin01', password)
    const own = { new_password: 'Garage2026', confirm: 'Garage2026' }
    await newcomer.call(changePassword, { body: { old_password: password, ...own } })
    const admin = await Colleague.signIn(program.origin, 'admin01', own.new_password)
    const file = { name: '地区.csv', text: '代码,名称\n990000,试验区\n' }
    // The reader of spreadsheets is a file of its own, the checks of the books are many.
    expect(await admin.call(imports.region.check, { file })).toMatchObject({ rows: 1, added: 1, faults: [] })

    const database = Number.parseInt(await readFile(join(data, 'postgres/postmaster.pid'), 'utf8'), 10)
    expect((await admin.call(booksCheck)).findings.length).toBeGreaterThan(20)

    const { code, ms } = await program.stop()
    expect([code, ms < 15_000], program.output).toEqual([0, true])
    expect(() => process.kill(database, 0)).toThrow('ESRCH')
    expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(files)
  } finally {
    await program.kill()
  }
})
