import { z } from 'zod'
import { pageOf, pages } from '../kernel/list-query'
import { route } from '../kernel/route'
import { addressedId, id } from '../kernel/scalars'
import { pricingMode } from './service-item'
import { technicianLevel } from './technician'

/** Material that goes with an item, in base units. */
const defaultMaterial = z.object({
  partId: id,
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  qty: z.string(),
  isConsumable: z.boolean(),
})

/** An item as pickers show it, with what it costs on the car that was asked for (business/repair-masters 3.1). */
const lookupServiceItem = z.object({
  id,
  code: z.string(),
  name: z.string(),
  workerTypeId: id,
  workerTypeName: z.string(),
  businessTypeId: id.nullable(),
  pricingMode,
  /** Hours with 6 decimals. */
  stdHours: z.string(),
  /** Yuan with 4 decimals, of an hour or of the whole; with the amount absent without the field permission 单据价格与金额. */
  price: z.string().nullable().optional(),
  /** Yuan with 2 decimals, of one. */
  amount: z.string().nullable().optional(),
  warrantyHours: z.string().nullable(),
  taxRateId: id,
  taxRate: z.string(),
  allowsDiscount: z.boolean(),
  qualityKm: z.string().nullable(),
  qualityDays: z.number().int().nullable(),
  parts: z.array(defaultMaterial),
})
export type LookupServiceItem = z.output<typeof lookupServiceItem>

/** Active items by code, part of the name, pinyin or initials; the type of the car is the vehicle's, unless it is named. */
export const searchServiceItems = route({
  method: 'GET',
  path: '/api/web/service/item',
  access: 'signedIn',
  summary: '服务项目选择',
  query: pages.extend({
    q: z.string().trim().max(60).default(''),
    vehicleId: addressedId.optional(),
    carTypeId: addressedId.optional(),
    workerTypeId: addressedId.optional(),
  }),
  data: pageOf(lookupServiceItem),
})

const lookupBusinessType = z.object({
  id,
  code: z.string(),
  name: z.string(),
  defaultPayer: z.string(),
  countsOutput: z.boolean(),
  countsCommission: z.boolean(),
  /** Of the type's rule of quality: kilometres and days. */
  qualityKm: z.string().nullable(),
  qualityDays: z.number().int().nullable(),
})
export type LookupBusinessType = z.output<typeof lookupBusinessType>

export const listBusinessTypes = route({
  method: 'GET',
  path: '/api/web/repair/type',
  access: 'signedIn',
  summary: '业务类型选择',
  data: z.object({ rows: z.array(lookupBusinessType) }),
})

/** 维修方式: words of the dictionary. */
export const listRepairForms = route({
  method: 'GET',
  path: '/api/web/repair/form',
  access: 'signedIn',
  summary: '维修方式选择',
  data: z.object({ rows: z.array(z.object({ name: z.string() })) }),
})

const lookupWorkerType = z.object({
  id,
  name: z.string(),
  /** Yuan an hour, 4 decimals. */
  hourPrice: z.string().nullable().optional(),
})
export type LookupWorkerType = z.output<typeof lookupWorkerType>

export const listWorkerTypes = route({
  method: 'GET',
  path: '/api/web/repair/worker-types',
  access: 'signedIn',
  summary: '工种选择',
  data: z.object({ rows: z.array(lookupWorkerType) }),
})

const lookupTechnician = z.object({
  id,
  employeeId: id,
  name: z.string(),
  teamId: id.nullable(),
  teamName: z.string().nullable(),
  level: technicianLevel,
  workerTypeIds: z.array(id),
  workerTypeNames: z.string(),
})
export type LookupTechnician = z.output<typeof lookupTechnician>

/** Technicians who work in the current organisation today. */
export const listTechnicians = route({
  method: 'GET',
  path: '/api/web/repair/technicians',
  access: 'signedIn',
  summary: '维修工选择',
  data: z.object({ rows: z.array(lookupTechnician) }),
})

const lookupBay = z.object({ id, name: z.string(), kind: z.string() })
export type LookupBay = z.output<typeof lookupBay>

export const listBays = route({
  method: 'GET',
  path: '/api/web/repair/bays',
  access: 'signedIn',
  summary: '工位选择',
  data: z.object({ rows: z.array(lookupBay) }),
})
