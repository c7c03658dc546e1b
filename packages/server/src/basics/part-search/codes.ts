import type { CallerTx } from '../../kernel/db'
import { normNumber } from '../../kernel/part-filter'

/**
 * What each code names: a part code or barcode as it is, else an OE or factory number in any spelling, which may
 * name several parts (DOMAIN 2.13b doc_lines). The one rule for what is scanned, typed, pasted and imported. Active parts only, by part code.
 * Factory numbers are looked for brand by brand, as their index begins with the brand.
 */
export const idsOfCodes = (tx: CallerTx, codes: readonly string[]): Promise<{ code: string; partId: number }[]> =>
  tx.query<{ code: string; partId: number }>({
    name: 'resolve-codes',
    text: `with asked as (
        select distinct on (code) code, number from unnest($2::text[], $3::text[]) as n (code, number)
      ), whole as (
        select a.code, p.id as part_id from asked a join part p on p.group_id = $1 and p.code = any (array[a.code, upper(a.code), lower(a.code)])
        union
        select a.code, b.part_id from asked a join part_barcode b on b.group_id = $1 and b.barcode = a.code
      ), hit as (
        select code, part_id from whole
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
