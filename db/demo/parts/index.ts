import { createRandom } from '../random'
import type { DraftPart } from './build'
import { makeDrafts } from './build'
import { makeKits } from './kits'
import { makeSubstitutes } from './substitutes'
import type { DemoPart, DemoPartBom, DemoPartSubstitute } from './types'

interface DemoCatalogue {
  /** The 300 parts of the 22 families. */
  parts: DemoPart[]
  /** The 8 kits, on top of the 300. */
  kits: DemoPart[]
  substitutes: DemoPartSubstitute[]
  boms: DemoPartBom[]
  /** Buying price in fen by part code, also of the parts that carry no price. */
  purchaseFen: Map<string, number>
}

/** How many parts deliberately carry no price (business/demo 4). */
const unpricedCount = 12

/** Families sold over the counter of every organisation; a part of theirs without a price would only annoy. */
const alwaysPriced = new Set(['engine_oil', 'oil_filter', 'body_panel', 'paint', 'truck', 'fastener'])

/** The group's part catalogue. */
export function makeCatalogue(): DemoCatalogue {
  const random = createRandom('catalogue')
  const drafts = makeDrafts()
  const kits = makeKits(drafts)
  const candidates = drafts.filter(({ familyKey }) => !alwaysPriced.has(familyKey))
  const unpriced = new Set(random.sample(candidates, unpricedCount))
  return {
    parts: drafts.map((draft) => finished(draft, unpriced.has(draft))),
    kits: kits.map(({ part }) => part),
    substitutes: makeSubstitutes(drafts),
    boms: kits.flatMap(({ bom }) => bom),
    purchaseFen: new Map(drafts.map((draft) => [draft.code, draft.purchaseFen])),
  }
}

function finished(
  { groupKey: _groupKey, purchaseFen: _purchaseFen, ...part }: DraftPart,
  isUnpriced: boolean,
): DemoPart {
  return isUnpriced ? { ...part, prices: null } : part
}

export const { parts, kits, substitutes, boms, purchaseFen } = makeCatalogue()
