import { claimsMoney } from '@chepu/contract/finance/claims-money'
import { firstDayOfMonth, lastDayOfMonth, monthBefore } from '@chepu/contract/kernel/calendar'
import { dashboard } from '@chepu/contract/shell/dashboard'
import { readBell } from '@chepu/contract/shell/bell'
import { claimConfirmation, claimVerdicts, openVerdicts } from '@chepu/contract/warranty/claim-confirmation'
import { oldParts, readOldPart } from '@chepu/contract/warranty/old-part'
import { oldPartReturn } from '@chepu/contract/warranty/old-part-return'
import { policyRoutes } from '@chepu/contract/warranty/policy'
import { warrantyRadar } from '@chepu/contract/warranty/radar'
import {
  warrantyByBill,
  warrantyByItem,
  warrantyByManufacturer,
  warrantyByPart,
  warrantySectionSums,
} from '@chepu/contract/warranty/searches'
import { ordersToBill, warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { claimCandidates, warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { settlementCandidates, warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { addDays, shanghaiDay } from '../packages/server/src/kernel/base/calendar'
import { periodOf } from '../packages/server/src/kernel/ledgers/types'
import type { AnyRoute, Client } from '../packages/server/test/stage'

/** Who asks, and for which of what was written. */
export interface ClaimsDesk {
  client: Client
  makerId: number
  policyId: number
  vehicleId: number
  /** The end of a VIN. */
  vin: string
  tagNo: string
  /** A claim that waits for its answer. */
  claimId: number
}

type Asks = Record<string, () => Promise<unknown>>

/** What the pages of the area ask for when they are opened, and when they are narrowed. */
export function asksOfPages(desk: ClaimsDesk): Asks {
  const { client, makerId, vehicleId, vin, tagNo, claimId } = desk
  const list = (route: AnyRoute, query: object = {}) => client.call(route, { query: { page: 1, rows: 50, ...query } })
  const { list: bills } = warrantyBill.routes
  return {
    bills: () => list(bills),
    'bills of a manufacturer': () => list(bills, { manufacturerId: makerId }),
    'bills that may be claimed': () => list(bills, { state: 'approved' }),
    'bills of a car': () => list(bills, { car: vin }),
    'bills by where their old parts are': () => list(bills, { oldPartStanding: 'lost' }),
    'bills for a claim': () => client.call(claimCandidates, { query: { manufacturerId: makerId } as never }),
    'orders without a bill': () => client.call(ordersToBill, { query: {} }),
    claims: () => list(warrantyClaim.routes.list),
    answers: () => list(claimConfirmation.routes.list),
    'lines with their verdicts': () => list(claimVerdicts.list),
    'lines that wait for a verdict': () => list(claimVerdicts.list, { verdict: 'open' }),
    'lines of a claim that wait': () => client.call(openVerdicts, { params: { id: claimId } }),
    'old parts': () => list(oldParts.list),
    'old parts in the store': () => list(oldParts.list, { state: 'stored' }),
    'scan of a tag': () => client.call(readOldPart, { query: { tagNo } }),
    parcels: () => list(oldPartReturn.routes.list),
    settlements: () => list(warrantySettlement.routes.list),
    'bills for a settlement': () => client.call(settlementCandidates, { query: { partnerId: makerId } as never }),
    'money of manufacturers': () => list(claimsMoney.list, { tab: 'warranty' }),
    'money of insurers': () => list(claimsMoney.list, { tab: 'insurance' }),
    policies: () => list(policyRoutes.list),
    policy: () => client.call(policyRoutes.read, { params: { id: desk.policyId } }),
    'radar of a car': () => client.call(warrantyRadar, { query: { vehicleId } as never }),
    'home page': () => client.call(dashboard, {}),
    bell: () => client.call(readBell, {}),
  }
}

/** Figures above the pages, of everything that there is. */
export function asksOfStrips({ client }: ClaimsDesk): Asks {
  const totals = (route: AnyRoute, query: object = {}) => client.call(route, { query })
  return {
    bills: () => totals(warrantyBill.routes.totals),
    claims: () => totals(warrantyClaim.routes.totals),
    answers: () => totals(claimConfirmation.routes.totals),
    'lines with their verdicts': () => totals(claimVerdicts.totals),
    'old parts': () => totals(oldParts.totals),
    settlements: () => totals(warrantySettlement.routes.totals),
    'money of manufacturers': () => totals(claimsMoney.totals, { tab: 'warranty' }),
    'money of insurers': () => totals(claimsMoney.totals, { tab: 'insurance' }),
  }
}

const thisMonth = periodOf(shanghaiDay())
const lastMonth = { from: firstDayOfMonth(monthBefore(thisMonth)), to: lastDayOfMonth(monthBefore(thisMonth)) }
/** Of how many bills the searches are asked. */
export const spans = { 'of a month': lastMonth, 'of a year': { from: addDays(shanghaiDay(), -365), to: shanghaiDay() } }

/** The four searches, rows and figures, of some days. */
export function asksOfSearches({ client }: ClaimsDesk, days: { from: string; to: string }): Asks {
  const asked: [string, { list: AnyRoute; totals: AnyRoute }, object?][] = [
    ['by bill', warrantyByBill],
    ['by work', warrantyByItem],
    ['by manufacturer', warrantyByManufacturer],
    ['by manufacturer and month', warrantyByManufacturer, { monthly: 'true' }],
    ['by part', warrantyByPart],
  ]
  return {
    ...Object.fromEntries(
      asked.flatMap(([name, { list, totals }, more]): [string, () => Promise<unknown>][] => [
        [name, () => client.call(list, { query: { ...days, ...more, page: 1, rows: 50 } })],
        [`${name}, figures`, () => client.call(totals, { query: { ...days, ...more } })],
      ]),
    ),
    'sums of work, parts and fees': () => client.call(warrantySectionSums, { query: days }),
  }
}
