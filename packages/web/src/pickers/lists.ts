import { type PartnerRole, roleBits } from '@chepu/contract/kernel/partner-roles'
import {
  listDepartments,
  listEmployees,
  listLocations,
  listSettlements,
  listWarehouses,
  type LookupEmployee,
  type LookupLocation,
  type LookupPartner,
  type LookupSettlement,
  type LookupWarehouse,
  searchPartners,
} from '@chepu/contract/basics/lookups'
import { dueDate } from '@chepu/contract/kernel/due-date'
import type { DictionaryKind } from '@chepu/contract/basics/dictionary'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { useMemo } from 'react'
import { call } from '../kit/base/call'
import { useCall } from '../kit/base/use-call'
import type { PickOption } from '../kit/ui/pick-options'

/** Short lists change rarely; five minutes old is fresh enough for a drop-down. */
const stale = 5 * 60_000
const none: never[] = []

export const warehouseOption = (warehouse: LookupWarehouse): PickOption<LookupWarehouse> => ({
  id: warehouse.id,
  label: warehouse.name,
  hint: warehouse.code,
  words: warehouse.code,
  value: warehouse,
})

/** Warehouses that the user may use. */
export function useWarehouses(): readonly LookupWarehouse[] {
  return useCall(listWarehouses, {}, { stale }).data?.rows ?? none
}

/** Locations of one warehouse; none while it is not chosen. */
export function useLocations(warehouseId: number | undefined): readonly LookupLocation[] {
  const found = useCall(listLocations, { body: { warehouseId } }, { stale, enabled: warehouseId !== undefined })
  return useMemo(
    () => found.data?.rows.find((warehouse) => warehouse.id === warehouseId)?.locations ?? none,
    [found.data, warehouseId],
  )
}

export function useSettlements(): readonly LookupSettlement[] {
  return useCall(listSettlements, {}, { stale }).data?.rows ?? none
}

export function useEmployees(): readonly LookupEmployee[] {
  return useCall(listEmployees, {}, { stale }).data?.rows ?? none
}

export function useDepartments() {
  return useCall(listDepartments, {}, { stale }).data?.rows ?? none
}

/** Options of a drop-down by id, for example `storeType` (GET /basics/info). */
export function useOptions(name: string): Readonly<Record<string, string>> {
  const found = useCall(basicsInfo, {}, { stale: 60_000 })
  return useMemo(
    () => Object.fromEntries((found.data?.basics[name] ?? []).map(({ id, name: label }) => [String(id), label])),
    [found.data, name],
  )
}

/** Words of one list of the dictionary that may be chosen; a changed dictionary is read anew within a minute. */
export function useWords(kind: DictionaryKind): Readonly<Record<string, string>> {
  const found = useCall(basicsInfo, {}, { stale: 60_000 })
  return useMemo(
    () => Object.fromEntries((found.data?.basics[kind] ?? []).map(({ name }) => [name, name])),
    [found.data, kind],
  )
}

const partnerOption = (partner: LookupPartner): PickOption<LookupPartner> => ({
  id: partner.id,
  label: partner.name,
  hint: [partner.code, partner.mobile].filter(Boolean).join('  '),
  value: partner,
})

/** Partners by name, pinyin initials, code or mobile tail (business/lists 2.10). */
export async function findPartners(
  text: string,
  roles: PartnerRole | readonly PartnerRole[],
): Promise<PickOption<LookupPartner>[]> {
  const query = { q: text, cus_flag: roleBits(roles), rows: 20 }
  const { rows } = await call(searchPartners, { query, quiet: true })
  return rows.map(partnerOption)
}

/** One partner by its id, for a document that names it by number only. */
export async function partnerById(id: number): Promise<LookupPartner | undefined> {
  const { rows } = await call(searchPartners, { query: { ids: String(id), rows: 1 }, quiet: true })
  return rows[0]
}

/**
 * The day on which a document is due that names no day itself. Unknown while its partner is not chosen or not loaded, and to who
 * may not know the partner's terms.
 */
export function useDueDay(header: Readonly<Record<string, unknown>>): string | undefined {
  const { bizDate, partnerId, settlementMethodId } = header
  const methods = useSettlements()
  const query = { ids: String(partnerId), rows: 1 }
  const partner = useCall(searchPartners, { query }, { stale, enabled: typeof partnerId === 'number' }).data?.rows[0]
  if (partner?.id !== partnerId || partner?.creditDays === undefined) return undefined
  if (typeof bizDate !== 'string' || bizDate === '') return undefined
  const method = methods.find(({ id }) => id === (settlementMethodId ?? partner.settlementMethodId))
  return dueDate({
    dueOn: null,
    bizDate,
    terms: {
      termKind: method?.kind ?? null,
      termDays: method?.graceDays ?? null,
      monthDay: method?.dayOfMonth ?? null,
      creditDays: partner.creditDays,
    },
  })
}
