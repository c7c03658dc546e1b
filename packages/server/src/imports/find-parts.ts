import { inTurns, selectMany } from '../kernel/master/bulk'
import type { Tx } from '../kernel/db/tx'
import { groupBy } from '../kernel/base/group-by'
import { normNumber } from '../kernel/query/part-filter'
import { finderOf } from '../kernel/master/spelling'
import { someOf } from './lists'
import { type Found, foundUnless } from './part-references'

export interface KnownPart {
  id: number
  code: string
  name: string
  brandName: string
  decimals: number
  unitName: string
  isActive: boolean
  batchManaged: boolean
}

/**
 * The part of each text: its code, as typed or else whatever its capitals, else an OE or factory number in any spelling. What
 * several parts have is refused with the candidates (business/basics 10).
 */
export async function findParts(tx: Tx, texts: readonly string[]): Promise<(text: string) => Found<KnownPart>> {
  const wanted = [...new Set(texts)]
  const keys = wanted.map((text) => text.toLowerCase())
  const byCode = finderOf(await partsWith(tx, 'p.code_key = any ($2::text[])', keys), ({ code }) => code)
  const numbers = wanted.filter((text) => byCode(text).length === 0).map(normNumber)
  const hits = await selectMany(numbers, (slice) =>
    tx.query<{ number: string; partId: number }>({
      text: `select oe_norm as number, part_id from part_oe where group_id = $1 and oe_norm = any ($2::text[])
        union select factory_norm, id from part where group_id = $1 and factory_norm <> '' and factory_norm = any ($2::text[])`,
      values: [tx.groupId, slice],
    }),
  )
  const ids = hits.map(({ partId }) => partId)
  const byId = new Map((await partsWith(tx, 'p.id = any ($2::bigint[])', ids)).map((part) => [part.id, part]))
  const byNumber = groupBy(hits, ({ number }) => number)
  const found = new Map<string, Found<KnownPart>>()
  for await (const text of inTurns(wanted)) {
    const coded = byCode(text)
    const numbered = byNumber.get(normNumber(text)) ?? []
    found.set(text, usable(text, coded.length > 0 ? coded : numbered.flatMap(({ partId }) => byId.get(partId) ?? [])))
  }
  return (text) => found.get(text) ?? usable(text, [])
}

const partsWith = (tx: Tx, condition: string, values: readonly unknown[]) =>
  selectMany(values, (slice) =>
    tx.query<KnownPart>({
      text: `select p.id, p.code, p.name, b.name as brand_name, u.decimals, u.name as unit_name, p.is_active, p.batch_managed
        from part p join brand b on b.group_id = p.group_id and b.id = p.brand_id
        join unit u on u.group_id = p.group_id and u.id = p.unit_id
        where p.group_id = $1 and ${condition} order by p.code`,
      values: [tx.groupId, slice],
    }),
  )

function usable(text: string, parts: readonly KnownPart[]): Found<KnownPart> {
  const active = parts.filter((part) => part.isActive)
  const [part = parts[0]] = active
  if (!part) return { message: `配件“${text}”不存在` }
  if (active.length <= 1) return foundUnless(part.isActive, part, `配件“${text}”已停用`)
  const names = someOf(active, ({ code, name, brandName }) => `${code} ${name}(${brandName})`)
  return { message: `“${text}”对应多个配件：${names}，请改填编码` }
}
