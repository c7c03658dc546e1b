import { z } from 'zod'
import { pageOf as pageId } from '../access/catalogue'
import { route } from '../kernel/route'
import { addressed, addressedId, id } from '../kernel/scalars'
import { vehicleButtons } from './vehicle'

/** A car as whoever takes it in must know it. Kilometres have 4 decimals. */
const carInfo = z.object({
  id,
  version: z.number().int(),
  plate: z.string(),
  vin: z.string(),
  engineNo: z.string(),
  /** Brand, series and model, or the words that were typed. */
  carName: z.string(),
  seriesId: id.nullable(),
  modelId: id.nullable(),
  carTypeId: id.nullable(),
  carTypeName: z.string().nullable(),
  colorName: z.string().nullable(),
  usage: z.string(),
  partnerId: id,
  partnerName: z.string(),
  /** Masked as customers have it; '' of an owner outside the caller's scope, as is that of the driver. */
  partnerMobile: z.string(),
  driverName: z.string(),
  driverMobile: z.string(),
  /** Null while nobody has read it. */
  mileage: z.string().nullable(),
  mileageOn: z.string().nullable(),
  avgDailyKm: z.string().nullable(),
  invoicedOn: z.string().nullable(),
  insurerId: id.nullable(),
  compulsoryExpiresOn: z.string().nullable(),
  commercialExpiresOn: z.string().nullable(),
  inspectionExpiresOn: z.string().nullable(),
  nextMaintenanceOn: z.string().nullable(),
  nextMaintenanceKm: z.string().nullable(),
  remark: z.string(),
  isActive: z.boolean(),
})
export type CarInfo = z.output<typeof carInfo>

/** Pages on which cars come in. */
const takingIn = ['reservation', 'reception', 'work_order', 'fast_repair', 'goods_trade', 'warranty_bill', 'card']

/**
 * A car by id, whole plate or whole VIN, those of an owner, or those that the text of a picker names: plate tail from 3 signs, VIN tail from 4, owner
 * by name, pinyin or mobile tail. Cars of customers outside the caller's scope are found by a whole plate or VIN alone, for a car
 * at the counter must be found (business/customers 6.3).
 */
export const carInfoRoute = route({
  method: 'GET',
  path: '/api/web/car/info',
  access: [vehicleButtons.view, ...takingIn.map(pageId)],
  summary: '按车牌、VIN查车辆',
  query: z.object({
    id: addressedId.optional(),
    plate: z.string().trim().max(20).describe('整个车牌').optional(),
    vin: z.string().trim().max(30).describe('整个VIN').optional(),
    partnerId: addressedId.describe('车主').optional(),
    q: z.string().trim().max(60).describe('车牌尾号、VIN尾号、车主名称、拼音或手机尾号').optional(),
    rows: addressed(z.number().min(1).max(50)).default(20),
  }),
  data: z.object({ rows: z.array(carInfo), more: z.boolean() }),
})
