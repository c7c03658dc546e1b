import type { CallerTx } from '../../kernel/db/tx'
import { normNumber } from '../../kernel/query/part-filter'

/**
 * What each code names: a part code or barcode as it is, else a part code whatever its capitals, else an OE or factory number in
 * any spelling, which may name several parts (business/basics 10). The one rule for what is scanned, typed, pasted and imported.
 * Active parts only, by part code. Factory numbers are looked for brand by brand, as their index begins with the brand.
 * Capitals are folded before the join: row-level security lets a condition reach an index only if it cannot leak, and lower() may.
 */
export const idsOfCodes = (tx: CallerTx, codes: readonly string[]): Promise<{ code: string; partId: number }[]> =>
  tx.query<{ code: string; partId: number }>({
    name: 'resolve-codes',
    text: `with asked as (
        select distinct on (code) code, lower(code) as key, number from unnest($2::text[], $3::text[]) as n (code, number)
      ), spelled as (
        select a.code, p.id as part_id, p.code = a.code as is_typed, p.is_active
        from asked a join part p on p.group_id = $1 and p.code_key = a.key
        union all
        select a.code, b.part_id, true, p.is_active from asked a join part_barcode b on b.group_id = $1 and b.barcode = a.code
        join part p on p.group_id = $1 and p.id = b.part_id
      ), whole as (
        select code, part_id, is_typed, bool_or(is_typed and is_active) over (partition by code) as has_typed from spelled
      ), hit as (
        select code, part_id from whole where is_typed or not has_typed
        union
        select a.code, o.part_id from asked a join part_oe o on o.group_id = $1 and o.oe_norm = a.number
        where a.code not in (select code from whole)
        union
        select a.code, p.id from asked a join brand b on b.group_id = $1
        join part p on p.group_id = $1 and p.brand_id = b.id and p.factory_norm = a.number and p.factory_norm <> ''
        where a.code not in (select code from whole)
      )
      select h.code, h.part_id from hit h join part p on p.group_id = $1 and p.id = h.part_id and p.is_active
      order by p.code`,
    values: [tx.groupId, codes, codes.map(normNumber)],
  })
