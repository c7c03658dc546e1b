import type { LookupPart } from '@chepu/contract/basics/lookups'
import type { CallerTx } from '../../kernel/db'
import { groupBy } from '../../kernel/group-by'
import { normNumber } from '../../kernel/part-filter'
import { lookupParts } from './figures'
import type { PartContext } from './proposed'

/** No more candidates of one code than a person would choose from. */
const maxCandidates = 20

/**
 * What each code names: a part code or barcode as it is, else an OE number in any spelling, which may name several parts
 * (DOMAIN 2.13b doc_lines). The one rule for what is scanned, typed, pasted and imported. Active parts only, by part code.
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
      )
      select h.code, h.part_id from hit h join part p on p.group_id = $1 and p.id = h.part_id and p.is_active
      order by p.code`,
    values: [tx.groupId, codes, codes.map(normNumber)],
  })

/** The parts of each code, as `idsOfCodes` finds them. */
export async function resolveCodes(
  tx: CallerTx,
  context: PartContext,
  codes: readonly string[],
): Promise<{ code: string; parts: LookupPart[] }[]> {
  const rows = await idsOfCodes(tx, codes)
  const parts = await lookupParts(tx, context, [...new Set(rows.map((row) => row.partId))])
  const byId = new Map(parts.map((part) => [part.partId, part]))
  const byCode = groupBy(rows, (row) => row.code)
  return codes.map((code) => ({
    code,
    parts: (byCode.get(code) ?? []).slice(0, maxCandidates).flatMap((row) => byId.get(row.partId) ?? []),
  }))
}
