import {
  listBays,
  listBusinessTypes,
  listTechnicians,
  listWorkerTypes,
  type LookupBay,
  type LookupBusinessType,
  type LookupTechnician,
  type LookupWorkerType,
} from '@chepu/contract/repair/lookups'
import { useCall } from '../kit/base/use-call'

/** Short lists change rarely; five minutes old is fresh enough for a drop-down. */
const stale = 5 * 60_000
const none: never[] = []

export const useWorkerTypes = (): readonly LookupWorkerType[] =>
  useCall(listWorkerTypes, {}, { stale }).data?.rows ?? none

/** Technicians who work in the organisation today. */
export const useTechnicians = (): readonly LookupTechnician[] =>
  useCall(listTechnicians, {}, { stale }).data?.rows ?? none

export const useBays = (): readonly LookupBay[] => useCall(listBays, {}, { stale }).data?.rows ?? none

export const useBusinessTypes = (): readonly LookupBusinessType[] =>
  useCall(listBusinessTypes, {}, { stale }).data?.rows ?? none
