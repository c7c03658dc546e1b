import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
let tree = ''

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'chepu-walls-'))
  await cp(join(root, '.oxlintrc.json'), join(tree, '.oxlintrc.json'))
})
afterAll(() => rm(tree, { recursive: true }))

/** Lints a file that holds only this import, at this place of the tree; returns the rules it broke. */
async function lintImport(file: string, statement: string): Promise<string> {
  const path = join(tree, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${statement}\n`)
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/oxlint/bin/oxlint'), file], {
    cwd: tree,
    encoding: 'utf8',
  })
  return stdout
}

const value = (from: string) => `export { thing } from '${from}'`
const type = (from: string) => `export type { Thing } from '${from}'`

const contract = 'packages/contract/src'
const server = 'packages/server/src'
const web = 'packages/web/src'

describe('a wall stops', () => {
  test.each([
    ['the contract from reading files', `${contract}/purchasing/goods-receipt.ts`, value('node:fs')],
    ['the contract from using the server', `${contract}/purchasing/goods-receipt.ts`, value('@chepu/server/kernel/db')],
    ['an area of the contract from knowing another', `${contract}/purchasing/goods-receipt.ts`, type('../sales/order')],
    ['the kernel of the contract from knowing an area', `${contract}/kernel/document.ts`, type('../sales/order')],
    ['the kernel of the server from knowing an area', `${server}/kernel/run-action.ts`, value('../sales/public')],
    ['a ledger from knowing an area', `${server}/kernel/ledgers/stock.ts`, type('../../sales/order/repo')],
    ['the kernel from knowing a document', `${server}/kernel/run-action.ts`, type('@chepu/contract/sales/order')],
    ['an area from another room', `${server}/purchasing/goods-receipt/actions.ts`, value('../../sales/order/repo')],
    ['a public door from another room', `${server}/purchasing/public.ts`, value('../sales/order/repo')],
    ['an area from the program', `${server}/purchasing/goods-receipt/actions.ts`, value('../../app/config')],
    ['a posting from SQL', `${server}/purchasing/goods-receipt/posting.ts`, value('../../kernel/db')],
    ['a posting from its own repo', `${server}/purchasing/goods-receipt/posting.ts`, value('./repo')],
    [
      'a posting from the types of another area',
      `${server}/purchasing/goods-receipt/posting.ts`,
      type('../../sales/order/repo'),
    ],
    ['a posting from a package', `${server}/purchasing/goods-receipt/posting.ts`, value('pg')],
    ['the server from the web', `${server}/app/main.ts`, value('@chepu/web/app/shell')],
    ['the web from the server', `${web}/app/shell.tsx`, type('@chepu/server/kernel/db')],
    ['a page from the server', `${web}/purchasing/goods-receipt/list.tsx`, type('@chepu/server/kernel/db')],
    ['a page from another area', `${web}/purchasing/goods-receipt/list.tsx`, value('../../sales/order/list')],
    ['the kit from an area', `${web}/kit/list-page.tsx`, value('../purchasing/goods-receipt/list')],
    ['the kit from a document', `${web}/kit/list-page.tsx`, type('@chepu/contract/purchasing/goods-receipt')],
    ['a picker from an area', `${web}/pickers/part.tsx`, value('../basics/part/list')],
    [
      'a lazy import through it',
      `${server}/kernel/run-action.ts`,
      `export const later = () => import('../sales/public')`,
    ],
  ])('%s', async (_, file, statement) => {
    expect(await lintImport(file, statement)).toContain('no-restricted-imports')
  })
})

describe('a wall lets pass', () => {
  test.each([
    ['a contract to zod and its kernel', `${contract}/purchasing/goods-receipt.ts`, value('../kernel/document')],
    ['a contract to a neighbour of its area', `${contract}/purchasing/goods-receipt.ts`, value('./purchase-order')],
    ['decimals to big.js', `${contract}/kernel/decimal.ts`, value('big.js')],
    ['a ledger to its kernel', `${server}/kernel/ledgers/stock.ts`, value('../db')],
    ['actions to the kernel', `${server}/purchasing/goods-receipt/actions.ts`, value('../../kernel/ledgers/post')],
    [
      'actions to the door of another area',
      `${server}/purchasing/goods-receipt/actions.ts`,
      value('../../sales/public'),
    ],
    ['actions to a neighbour', `${server}/purchasing/goods-receipt/actions.ts`, value('../purchase-order/repo')],
    [
      'a posting to the contract',
      `${server}/purchasing/goods-receipt/posting.ts`,
      value('@chepu/contract/kernel/decimal'),
    ],
    [
      'a posting to the ledgers',
      `${server}/purchasing/goods-receipt/posting.ts`,
      value('../../kernel/ledgers/entries'),
    ],
    ['a posting to the type of its document', `${server}/purchasing/goods-receipt/posting.ts`, type('./repo')],
    ['the program to every area', `${server}/app/main.ts`, value('../sales/order/routes')],
    ['a page to kit, pickers and contract', `${web}/purchasing/goods-receipt/list.tsx`, value('../../kit/list-page')],
    [
      'the shell to every page',
      `${web}/app/screens.ts`,
      `export const x = () => import('../purchasing/goods-receipt/list')`,
    ],
    ['a test to everything', `${server}/kernel/run-action.test.ts`, value('../sales/order/repo')],
  ])('%s', async (_, file, statement) => {
    expect(await lintImport(file, statement)).not.toContain('no-restricted-imports')
  })
})
