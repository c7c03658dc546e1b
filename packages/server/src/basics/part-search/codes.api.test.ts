import { afterAll, beforeAll, expect, it } from 'vitest'
import { runSql } from '../../../test/database'
import { openShop, type Shop } from '../../../test/shop'
import type { Statement } from '../../kernel/db/statement'
import type { CallerTx } from '../../kernel/db/tx'
import { idsOfCodes } from './codes'

const parts = 5000

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await runSql(
    shop.ownerUrl,
    `insert into part (group_id, code, name, brand_id, category_id, unit_id, tax_rate_id, search_text)
      select group_id, 'MANY-' || n, name, brand_id, category_id, unit_id, tax_rate_id, search_text
      from part, generate_series(1, ${parts}) n where group_id = ${shop.groupId} and id = ${shop.parts.filter}`,
  )
  await runSql(shop.ownerUrl, 'analyze part')
})
afterAll(() => shop.close())

it.each([1, 40, 400])('finds %i codes by their index, under the policy that guards the tenants', async (count) => {
  const codes = Array.from({ length: count }, (_, i) => `many-${i + 1}`)
  const plan = await shop.db.tenant(shop.groupId, async (tx) => {
    const rows: Record<string, unknown>[] = []
    const explaining = Object.assign(Object.create(tx) as CallerTx, {
      async query({ text, values = [] }: Statement) {
        rows.push(...(await tx.query({ text: `explain ${text}`, values })))
        return []
      },
    })
    await idsOfCodes(explaining, codes)
    return rows.flatMap((row) => Object.values(row)).join('\n')
  })
  expect(plan).toMatch(/Index Cond: .*code_key = /)
  expect(plan).not.toMatch(/Seq Scan on part(_\d+)? /)
})
