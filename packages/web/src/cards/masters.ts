import {
  listCardTypes,
  type LookupCardPackage,
  type LookupCardType,
  searchCardPackages,
} from '@chepu/contract/cards/lookups'
import { useCall } from '../kit/base/use-call'

/** Short lists change rarely; a minute old is fresh enough for a counter. */
const stale = 60_000
const noTypes: LookupCardType[] = []
const noPackages: LookupCardPackage[] = []

/** Types of which cards are issued. */
export const useCardTypes = (): readonly LookupCardType[] => useCall(listCardTypes, {}, { stale }).data?.rows ?? noTypes

/** Packages that the organisation sells. */
export const useSoldPackages = (): readonly LookupCardPackage[] =>
  useCall(searchCardPackages, { query: { rows: 500 } }, { stale }).data?.rows ?? noPackages
