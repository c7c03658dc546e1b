// Who does not see amounts finds invoices and what waits for one without them, and makes none (business/access 8, business/invoices 4).
import { invoiceIssued, invoiceReceived } from '@chepu/contract/finance/invoice'
import { draftIssued, draftReceived, pendingIssued, pendingReceived } from '@chepu/contract/finance/invoice-pending'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepFiles } from '../../../test/attached'
import { tryAct, trySave } from '../../../test/desk'
import { exportedFile } from '../../../test/export-file'
import { newPartner, openItem, today } from '../../../test/finance'
import { withdraw, worker } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { startExports } from '../../kernel/export/worker'

let shop: Shop
let owner: Client
let dropFiles: () => void
let exports: ReturnType<typeof startExports>
beforeAll(async () => {
  shop = await openShop()
  dropFiles = keepFiles()
  exports = startExports(shop.db, (error) => console.error(error), { everyMs: 50 })
  owner = await shop.signIn('owner')
})
afterAll(async () => {
  await exports.stop()
  await shop.close()
  dropFiles()
})

const sides = [
  { side: 'AR', def: invoiceIssued, pending: pendingIssued, draft: draftIssued, field: 'doc_price', flag: 1 },
  {
    side: 'AP',
    def: invoiceReceived,
    pending: pendingReceived,
    draft: draftReceived,
    field: 'purchase_price',
    flag: 2,
  },
] as const

const paged = { page: 1, rows: 50 }

it.each(sides)('hides what invoices of $side come to', async ({ side, def, pending, draft, field, flag }) => {
  const partnerId = await newPartner(shop, `看不到${side}`, flag)
  await openItem(shop, owner, { partnerId, side, total: '4567.89' })
  await openItem(shop, owner, { partnerId, side, total: '4321.98' })
  const { rows } = await owner.call(pending.list, { query: { ...paged, partnerId } })
  const [bill, other] = rows.map(({ sourceKind, sourceId, openItemId }) => ({ sourceKind, sourceId, openItemId }))
  const body = { bills: [bill as NonNullable<typeof bill>], sheetKind: 'receipt' as const }
  const { drafts } = await owner.call(draft, { body })
  const id = drafts[0]?.id as number

  const blind = await worker(shop, 'cashier_accountant')
  await withdraw(shop, blind, { fields: [field] })
  const { client } = blind
  const query = { ...paged, partnerId }
  const told = [
    await client.call(pending.list, { query: { ...query, withWhole: true } as never }),
    await client.call(pending.totals, { query: { partnerId } }),
    await client.call(def.routes.list, { query }),
    await client.call(def.routes.totals, { query: { partnerId } }),
    await client.call(def.routes.read, { params: { id } }),
    await client.call(def.routes.print, { params: { id } }),
    await client.call(def.routes.related, { params: { id } }),
  ]
  for (const route of [pending.export, def.routes.export]) {
    const asked = { filters: { partnerId }, columns: [], format: 'csv' }
    const job = (await client.call(route, { body: asked as never })) as { jobId: number }
    told.push((await exportedFile(client, job)).toString() as never)
  }
  expect(JSON.stringify(told)).not.toMatch(/4567\.89|4321\.98|4042\.38|525\.51/)
  expect(JSON.stringify(await owner.call(def.routes.read, { params: { id } }))).toMatch(/4567\.89|4321\.98/)

  const refused = [
    await client.ask(draft, { body: { ...body, bills: [{ ...(other as NonNullable<typeof bill>), amount: '9999' }] } }),
    await trySave(client, def.routes, {
      header: { bizDate: today, partnerId, sheetKind: 'receipt' },
      lines: [{ name: '配件', untaxed: '100', taxRate: '0', tax: '0' }],
      links: [{ ...(other as NonNullable<typeof bill>), amount: '100' }],
    }),
    await tryAct(client, def.routes, { id, version: 1 }, 'issue', { input: {} }),
  ]
  const message = side === 'AR' ? '您看不到「单据价格与金额」，不能办理开票单' : '您看不到「进价」，不能办理收票单'
  expect(refused.map(({ status, msg }) => [status, msg])).toEqual(refused.map(() => [403, message]))
  expect((await client.call(def.routes.read, { params: { id } })).can).toEqual([])
})
