import type { DraftPart } from './build'
import { families } from './build'
import type { DemoPartSubstitute } from './types'

/** 40 % of 300 parts in pairs (business/demo 4). */
const pairLimit = 60

/** Two-way pairs of parts that do the same job: about a fifth of each family's parts as pairs, 60 pairs in all. */
export function makeSubstitutes(drafts: DraftPart[]): DemoPartSubstitute[] {
  const pairs = families.flatMap((family) => {
    const ofFamily = drafts.filter(({ familyKey }) => familyKey === family.key)
    return pairsWithinGroups(ofFamily).slice(0, Math.round(family.count / 5))
  })
  return pairs.slice(0, pairLimit).map(([part, substitute]) => ({
    partCode: part.code,
    substituteCode: substitute.code,
    direction: 'two_way',
    priority: 1,
    note: part.brandName === substitute.brandName ? '同品牌可互换' : '不同品牌，规格一致可互换',
  }))
}

/** Neighbours of one group, two by two, so that no part stands in more than one pair. */
function pairsWithinGroups(parts: DraftPart[]): [DraftPart, DraftPart][] {
  const groupKeys = [...new Set(parts.map(({ groupKey }) => groupKey))]
  return groupKeys.flatMap((groupKey) => {
    const group = parts.filter((part) => part.groupKey === groupKey)
    return Array.from({ length: Math.floor(group.length / 2) }, (_, index): [DraftPart, DraftPart] => [
      group[index * 2]!,
      group[index * 2 + 1]!,
    ])
  })
}
