import type { LookupPart } from '@chepu/contract/basics/lookups'
import type { CallerTx } from '../../kernel/db/tx'
import { groupBy } from '../../kernel/base/group-by'
import { idsOfCodes } from './codes'
import { lookupParts } from './figures'
import type { PartContext } from './proposed'

/** No more candidates of one code than a person would choose from. */
const maxCandidates = 20

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
