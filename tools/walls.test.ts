import { describe, expect, test } from 'vitest'
import { wallFindings } from './walls'

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
    [
      'the kernel of the server from knowing an area',
      `${server}/kernel/document/run-action.ts`,
      value('../../sales/public'),
    ],
    ['a ledger from knowing an area', `${server}/kernel/ledgers/stock.ts`, type('../../sales/order/repo')],
    [
      'the kernel from knowing a document',
      `${server}/kernel/document/run-action.ts`,
      type('@chepu/contract/sales/order'),
    ],
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
    ['the web from the server', `${web}/app/shell/shell.tsx`, type('@chepu/server/kernel/db')],
    ['a page from the server', `${web}/purchasing/goods-receipt/list.tsx`, type('@chepu/server/kernel/db')],
    ['a page from another area', `${web}/purchasing/goods-receipt/list.tsx`, value('../../sales/order/list')],
    ['the kit from an area', `${web}/kit/list/list-page.tsx`, value('../../purchasing/goods-receipt/list')],
    ['the kit from a document', `${web}/kit/list/list-page.tsx`, type('@chepu/contract/purchasing/goods-receipt')],
    ['a lower room of the kit from a higher one', `${web}/kit/ui/confirm.tsx`, value('../list/list-page')],
    ['a deep folder of an area', `${server}/sales/a/b/c/d.ts`, value('../../../../purchasing/goods-receipt/repo')],
    ['a picker from an area', `${web}/pickers/part.tsx`, value('../basics/part/list')],
    [
      'a lazy import through it',
      `${server}/kernel/document/run-action.ts`,
      `export const later = () => import('../../sales/public')`,
    ],
  ])('%s', (_, file, statement) => {
    expect(wallFindings(file, `${statement}\n`)).toHaveLength(1)
  })
})

describe('a wall lets pass', () => {
  test.each([
    ['a contract to zod and its kernel', `${contract}/purchasing/goods-receipt.ts`, value('../kernel/document')],
    ['a contract to a neighbour of its area', `${contract}/purchasing/goods-receipt.ts`, value('./purchase-order')],
    ['decimals to big.js', `${contract}/kernel/decimal.ts`, value('big.js')],
    ['a ledger to its kernel', `${server}/kernel/ledgers/stock.ts`, value('../db/db')],
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
    [
      'a page to kit, pickers and contract',
      `${web}/purchasing/goods-receipt/list.tsx`,
      value('../../kit/list/list-page'),
    ],
    [
      'the shell to every page',
      `${web}/app/navigation/screens.ts`,
      `export const x = () => import('../../purchasing/goods-receipt/list')`,
    ],
    ['a test to everything', `${server}/kernel/document/run-action.test.ts`, value('../../sales/order/repo')],
  ])('%s', (_, file, statement) => {
    expect(wallFindings(file, `${statement}\n`)).toEqual([])
  })
})
