// The way of a program that buys parts: with its key it orders, receives what came, and looks at the stock.
import createClient from 'openapi-fetch'
import type { paths } from './description'

export interface Shopping {
  /** The key of the program's account, which is made on the page 用户管理. */
  key: string
  /** Code of the part that is bought. */
  partCode: string
  supplierName: string
  warehouseName: string
}

/** What a call answered. Calls do not throw when they are refused, so each goes through here: that throws reason and msg. */
function dataOf<Data>({ data, error }: { data?: { data: Data }; error?: { reason: string; msg: string } }): Data {
  if (data === undefined) throw new Error(`${error?.reason}: ${error?.msg}`)
  return data.data
}

const called = <Row extends { name: string }>(rows: readonly Row[], name: string): Row => {
  const row = rows.find((each) => each.name === name)
  if (!row) throw new Error(`nothing is called ${name}`)
  return row
}

type Caller = ReturnType<typeof createClient<paths>>

/** Rows and headers of documents are read by name, as the description tells them for each kind. */
async function assertBooked(client: Caller, orderId: number, receiptNo: string): Promise<void> {
  const { header } = dataOf(await client.GET('/api/web/purchase-order/{id}', { params: { path: { id: orderId } } }))
  const { rows } = dataOf(await client.GET('/api/web/goods-receipt', { params: { query: { billNo: receiptNo } } }))
  const waits: string | null = header.expectedOn
  const sums: (string | null | undefined)[] = rows.map((row) => row.totalTaxed)
  if (header.state !== 'done' || waits !== null) throw new Error(`${header.billNo} is ${header.state}`)
  if (sums.join() !== '125.00') throw new Error(`${receiptNo} comes to ${sums.join()}`)
}

/** Buys ten of a part on a day and answers how many are then available where they came in. */
export async function buyTen(baseUrl: string, day: string, shopping: Shopping): Promise<string | null | undefined> {
  const { key, partCode, supplierName, warehouseName } = shopping
  const client = createClient<paths>({ baseUrl })
  client.use({
    onRequest({ request }) {
      request.headers.set('token', key)
      if (request.method !== 'GET') request.headers.set('Idempotency-Key', crypto.randomUUID())
    },
  })

  const parts = dataOf(await client.GET('/api/web/part', { params: { query: { q: partCode } } }))
  const part = parts.rows.find((row) => row.code === partCode)
  const suppliers = dataOf(await client.GET('/api/web/partner', { params: { query: { role: 2, q: supplierName } } }))
  const warehouses = dataOf(await client.POST('/api/web/warehouse/query'))
  const supplier = called(suppliers.rows, supplierName)
  const warehouse = called(warehouses.rows, warehouseName)
  if (!part) throw new Error(`no part has the code ${partCode}`)

  const order = dataOf(
    await client.POST('/api/web/purchase-order', {
      body: {
        header: { bizDate: day, partnerId: supplier.id, warehouseId: warehouse.id },
        lines: [{ partId: part.id, qty: '10', price: '12.50' }],
      },
    }),
  )
  dataOf(
    await client.POST('/api/web/purchase-order/{id}/act/{action}', {
      params: { path: { id: order.id, action: 'approve' } },
      body: { version: order.version },
    }),
  )

  const drawn = dataOf(
    await client.POST('/api/web/former/{target}/draw', {
      params: { path: { target: 'goods_receipt' } },
      body: { source: 'purchase_order', documentId: order.id },
    }),
  )
  const receipt = dataOf(
    await client.POST('/api/web/goods-receipt', {
      body: {
        header: { bizDate: day, partnerId: supplier.id, warehouseId: warehouse.id },
        lines: drawn.lines.map(({ partId, qty, price = null, sourceLineId }) => ({ partId, qty, price, sourceLineId })),
      },
    }),
  )
  dataOf(
    await client.POST('/api/web/goods-receipt/{id}/act/{action}', {
      params: { path: { id: receipt.id, action: 'approve' } },
      body: { version: receipt.version },
    }),
  )

  await assertBooked(client, order.id, receipt.billNo)

  const stock = dataOf(
    await client.GET('/api/web/stock/by-warehouse', {
      params: { query: { part: partCode, warehouseId: warehouse.id } },
    }),
  )
  return stock.rows[0]?.available
}
