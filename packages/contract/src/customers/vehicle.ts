import { z } from 'zod'
import { button, pageOf as pageId } from '../access/catalogue'
import { exportRoute } from '../kernel/export-route'
import { labelled, oneOf } from '../kernel/labelled'
import { flag, idList, pageOf, paging, totals } from '../kernel/list-query'
import { enableRoute, removeRoute } from '../kernel/master-calls'
import { idParam, route } from '../kernel/route'
import { addressed, addressedId, day, id, mobile, mobileOrNone, personName, text, text255 } from '../kernel/scalars'
import { vin } from '../kernel/vin'
import { mileageField } from './mileage'
import { customerButtons } from './partner'
import { isUnplated, plateField, plateOfVin } from './plate'

/** Buttons of cars (business/access 5). Files of them go by the customers' own buttons. */
export const vehicleButtons = {
  view: pageId('vehicle'),
  add: button('vehicle', 'add'),
  update: button('vehicle', 'update'),
  remove: button('vehicle', 'delete'),
  transfer: button('vehicle', 'transfer'),
}

/** What a car is used for (business/customers 6.1). */
export const vehicleUsages = { private: '家用', commercial: '营运', official: '公务' } as const

const blank = z.literal('')

/** Which car it is: a series or a model of the library, or words where the library has none. */
const car = z.object({
  seriesId: id.nullable().default(null),
  modelId: id.nullable().default(null),
  text: text(100).default(''),
})
export type VehicleCar = z.output<typeof car>

/** What names a car and says what it is. */
const identity = {
  plate: plateField,
  vin: z.union([blank, vin], 'VIN应为17位字母或数字，不含I、O、Q').default(''),
  car: car.default({ seriesId: null, modelId: null, text: '' }),
  /** Kilometres of today; the first reading of a new car. */
  mileage: mileageField,
}

/** What a user types about a car (business/customers 6.1). */
const vehicleFields = z.object({
  ...identity,
  engineNo: text(30).default(''),
  carTypeId: id.nullable().default(null),
  colorId: id.nullable().default(null),
  usage: oneOf(vehicleUsages).default('private'),
  purchasedOn: day.nullable().default(null),
  invoicedOn: day.nullable().default(null),
  insurerId: id.nullable().default(null),
  compulsoryExpiresOn: day.nullable().default(null),
  commercialExpiresOn: day.nullable().default(null),
  inspectionExpiresOn: day.nullable().default(null),
  nextMaintenanceOn: day.nullable().default(null),
  nextMaintenanceKm: mileageField,
  driverName: z.union([blank, personName], '姓名应为2-20位汉字、字母、数字或下划线').default(''),
  driverMobile: mobileOrNone,
  tags: z.array(text(20).min(1, '请输入标签')).max(10, '最多10个标签').default([]),
  remark: text255.default(''),
})

/** One of plate and VIN names every car; what stands for a plate is made of the VIN. */
function named({ plate, vin: whole }: { plate: string; vin: string }, context: z.core.$RefinementCtx): void {
  const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (plate === '' && whole === '') fault('plate', '请输入车牌，没有车牌的请输入VIN')
  else if (isUnplated(plate) && whole === '') fault('vin', '未上牌的车请输入VIN')
  else if (isUnplated(plate) && plate !== plateOfVin(whole))
    fault('plate', `未上牌的车牌应为“${plateOfVin(whole)}”，与VIN后6位一致`)
}

/** A car as its form sends it. The owner is said of a new one alone: afterwards 过户 changes him. */
const vehicleInput = vehicleFields
  .extend({ id: id.optional(), version: z.number().int().optional(), partnerId: id.optional() })
  .superRefine(named)
export type VehicleInput = z.output<typeof vehicleInput>

/** 新车登记: a car with its owner, who may be new as well. */
const quickInput = z
  .object({
    ...identity,
    /** The owner; a new one by name and mobile instead. */
    partnerId: id.nullable().default(null),
    customerName: text(100).default(''),
    customerMobile: z.union([blank, mobile], '请输入正确的手机号').default(''),
  })
  .superRefine((typed, context) => {
    named(typed, context)
    if ((typed.partnerId === null) === (typed.customerName === ''))
      context.addIssue({
        code: 'custom',
        path: ['partnerId'],
        message: typed.partnerId === null ? '请选择车主，或填写新客户' : '已选择车主，请不要再填写新客户',
      })
  })
export type QuickVehicle = z.output<typeof quickInput>

/** A list row. Kilometres have 4 decimals; the owner's mobile is masked without the field permission. */
const vehicleRow = z.object({
  id,
  version: z.number().int(),
  plate: z.string(),
  vin: z.string(),
  engineNo: z.string(),
  partnerId: id,
  partnerName: z.string(),
  partnerMobile: z.string(),
  car,
  /** Brand, series and model, or the words that were typed. */
  carName: z.string(),
  carTypeId: id.nullable(),
  carTypeName: z.string().nullable(),
  colorId: id.nullable(),
  colorName: z.string().nullable(),
  usage: oneOf(vehicleUsages),
  purchasedOn: z.string().nullable(),
  invoicedOn: z.string().nullable(),
  /** Null while nobody has read it. */
  mileage: z.string().nullable(),
  mileageOn: z.string().nullable(),
  avgDailyKm: z.string().nullable(),
  insurerId: id.nullable(),
  insurerName: z.string().nullable(),
  compulsoryExpiresOn: z.string().nullable(),
  commercialExpiresOn: z.string().nullable(),
  inspectionExpiresOn: z.string().nullable(),
  nextMaintenanceOn: z.string().nullable(),
  nextMaintenanceKm: z.string().nullable(),
  driverName: z.string(),
  driverMobile: z.string(),
  tags: z.array(z.string()),
  remark: z.string(),
  isActive: z.boolean(),
})
export type VehicleRow = z.output<typeof vehicleRow>

const vehicleView = vehicleRow.extend({
  /** The latest first. The name of who is outside the caller's scope is ''. */
  owners: z.array(z.object({ partnerName: z.string(), since: z.string(), until: z.string().nullable() })),
  /** The latest first, 50 at most. */
  mileages: z.array(
    z.object({
      mileage: z.string(),
      readOn: z.string(),
      replacedReason: z.string(),
      docKind: z.string().nullable(),
      docId: id.nullable(),
      userName: z.string(),
    }),
  ),
})

/** What of a car runs out. */
export const expiries = { compulsory: '交强险', commercial: '商业险', inspection: '年检', maintenance: '保养' } as const

const filters = z.object({
  q: z.string().trim().max(60).describe('车牌尾号、VIN尾号、车主名称、拼音或手机尾号').optional(),
  partnerId: addressedId.optional(),
  carTypeId: addressedId.optional(),
  expiring: oneOf(expiries)
    .describe(`到期项目：${labelled(expiries)}`)
    .optional(),
  /** Runs out within so many days, or has; 30 where nothing is said. */
  withinDays: addressed(z.number().min(0).max(3650)).optional(),
  active: flag.optional(),
  ids: idList.optional(),
})

const path = '/api/web/vehicle'
/** `warnings` name what was let pass and may be a slip, such as the check sign of a VIN. */
const saved = z.object({ id, version: z.number().int(), warnings: z.array(z.string()) })

/** 车辆 of customers (business/customers 6). */
export const vehicleRoutes = {
  list: route({
    method: 'GET',
    path,
    access: vehicleButtons.view,
    summary: '车辆列表',
    query: filters.extend(paging.shape),
    data: pageOf(vehicleRow),
  }),
  totals: route({
    method: 'GET',
    path: `${path}/totals`,
    access: vehicleButtons.view,
    summary: '车辆合计',
    query: filters,
    data: totals,
  }),
  read: route({
    method: 'GET',
    path: `${path}/:id`,
    access: vehicleButtons.view,
    summary: '车辆详情',
    params: idParam,
    data: vehicleView,
  }),
  save: route({
    method: 'POST',
    path,
    access: [vehicleButtons.add, vehicleButtons.update],
    summary: '保存车辆',
    body: vehicleInput,
    data: saved,
  }),
  quick: route({
    method: 'POST',
    path: `${path}/quick`,
    access: vehicleButtons.add,
    summary: '新车登记：车辆和车主一次保存',
    body: quickInput,
    data: saved.extend({ partnerId: id }),
  }),
  enable: enableRoute(path, vehicleButtons.update, '车辆'),
  remove: removeRoute(path, vehicleButtons.remove, '车辆'),
  transfer: route({
    method: 'POST',
    path: `${path}/:id/transfer`,
    access: vehicleButtons.transfer,
    summary: '过户',
    params: idParam,
    body: z.object({ partnerId: id, since: day, version: z.number().int() }),
    data: z.object({ id, version: z.number().int() }),
  }),
  mileage: route({
    method: 'POST',
    path: `${path}/:id/mileage`,
    access: vehicleButtons.update,
    summary: '登记里程；换表时填写原因',
    params: idParam,
    body: z.object({
      mileage: mileageField.refine((typed) => typed !== null, '请输入里程'),
      readOn: day,
      replacedReason: text(100).default(''),
    }),
    data: z.object({ id }),
  }),
  export: exportRoute({ path: `${path}/export`, access: customerButtons.export, summary: '导出车辆', filters }),
}
