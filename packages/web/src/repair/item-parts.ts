import { type LookupPart, resolveParts } from '@chepu/contract/basics/lookups'
import type { LookupServiceItem } from '@chepu/contract/repair/lookups'
import { call } from '../kit/base/call'
import type { PartContext } from '../pickers/part-entry'

/** Material that goes with items as this customer pays for it, by code. */
export async function partsOfItems(
  items: readonly LookupServiceItem[],
  context: PartContext,
): Promise<Map<string, LookupPart>> {
  const codes = [...new Set(items.flatMap(({ parts }) => parts.map(({ code }) => code)))]
  if (codes.length === 0) return new Map()
  const { matches } = await call(resolveParts, { body: { ...context, codes } })
  return new Map(matches.flatMap(({ code, parts: [part] }) => (part ? [[code, part]] : [])))
}
