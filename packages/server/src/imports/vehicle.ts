import { mileageField } from '@chepu/contract/customers/mileage'
import { isUnplated, plateField, plateOfVin } from '@chepu/contract/customers/plate'
import { besideImport, vehicleHeadings } from '@chepu/contract/imports/import-headings'
import { compare, trimZeros } from '@chepu/contract/kernel/decimal'
import { day, mobileOrMask, text } from '@chepu/contract/kernel/scalars'
import { vin } from '@chepu/contract/kernel/vin'
import { sql } from 'kysely'
import { type BulkVehicle, saveVehiclesBulk } from '../customers/public'
import { shanghaiDay } from '../kernel/base/calendar'
import { vehicleScope } from '../kernel/caller/partner-scope'
import type { CallerTx } from '../kernel/db/tx'
import { inTurns } from '../kernel/master/bulk'
import { type Entry, importer, type Plan, type PrepareOptions } from './importer'
import { FirstRows } from './lists'
import { type Owner, Owners, saidCars, type SaidCar } from './vehicle-references'

const columns = [
  {
    key: 'plate',
    ...vehicleHeadings.plate,
    schema: plateField,
    note: '7位，新能源8位；没有车牌的可只填VIN',
    example: '鄂A12345',
  },
  {
    key: 'vin',
    ...vehicleHeadings.vin,
    schema: vin,
    note: '17位字母或数字，不含I、O、Q',
    example: 'LSVAA4183H2123456',
  },
  {
    key: 'partner',
    ...vehicleHeadings.partner,
    required: true,
    schema: text(100),
    note: '车主名称；还不是客户的会新增',
    example: '王小明',
  },
  {
    key: 'mobile',
    ...vehicleHeadings.mobile,
    schema: mobileOrMask,
    note: '个人车主的手机，与名称一起识别；新增客户不填手机的为单位',
    example: '13800138000',
  },
  {
    key: 'brand',
    ...vehicleHeadings.brand,
    schema: text(30),
    note: '品牌、车系、年款在车型库中有的会关联，没有的按文字登记；三项都空白时按VIN规则',
    example: '大众',
  },
  { key: 'series', ...vehicleHeadings.series, schema: text(30), note: '最多30个字符', example: '朗逸' },
  { key: 'model', ...vehicleHeadings.model, schema: text(38), note: '最多38个字符', example: '2019款 1.5L 自动' },
  {
    key: 'mileage',
    ...vehicleHeadings.mileage,
    kind: 'number',
    schema: mileageField,
    note: '公里，今天的读数；不能小于上次的读数',
    example: '85000',
  },
  {
    key: 'purchasedOn',
    ...vehicleHeadings.purchasedOn,
    kind: 'date',
    schema: day,
    note: '不能晚于今天',
    example: '2019-05-01',
  },
  {
    key: 'compulsoryExpiresOn',
    ...vehicleHeadings.compulsoryExpiresOn,
    kind: 'date',
    schema: day,
    note: '交强险到期日',
    example: '2027-05-01',
  },
  {
    key: 'inspectionExpiresOn',
    ...vehicleHeadings.inspectionExpiresOn,
    kind: 'date',
    schema: day,
    note: '年检到期日',
    example: '2027-05-31',
  },
] as const

type VehicleEntry = Entry<typeof columns>

/** A car as it stands. */
interface Before extends Omit<BulkVehicle, 'id' | 'before' | 'mileage'> {
  id: number
  mileage: string
  mileageOn: string | null
  isActive: boolean
  isVisible: boolean
}

interface Matched {
  entry: VehicleEntry
  before: Before | undefined
  owner: Owner | undefined
  car: SaidCar | undefined
}

/** Cars of customers, by plate, else by VIN; an owner who is not known yet is added (business/basics 10). */
export const vehicleImporter = importer({
  title: '车辆',
  headings: vehicleHeadings,
  beside: besideImport.vehicle,
  columns: () => columns,
  examples: async () => ({}),
  async prepare(tx, entries, options): Promise<Plan> {
    const owners = await Owners.of(tx, entries, options)
    const known = await existing(tx, entries, options.lock)
    const carOf = await saidCars(tx, entries)
    const check = checking(options)
    const rows: Matched[] = []
    for await (const entry of inTurns(entries)) {
      const row = { entry, before: known(entry), owner: owners.find(entry), car: carOf(entry) }
      check(row)
      rows.push(row)
    }
    return {
      added: rows.filter(({ before }) => !before).length,
      updated: rows.filter(({ before }) => before).length,
      async write() {
        const idOf = await owners.save()
        await saveVehiclesBulk(
          tx,
          rows.map((row) => vehicleOf(row, idOf)),
        )
        return []
      },
    }
  },
})

/** Cars that stand with a plate, in use, or a VIN of the rows. */
async function existing(
  tx: CallerTx,
  entries: readonly VehicleEntry[],
  lock: boolean,
): Promise<(entry: VehicleEntry) => Before | undefined> {
  const plates = entries.flatMap(({ values }) => values.plate || [])
  const vins = entries.flatMap(({ values }) => values.vin ?? [])
  const rows =
    await tx.select(sql<Before>`select v.id, v.plate, v.vin, v.partner_id, v.series_id, v.model_id, v.model_text, v.car_type_id,
      v.mileage, v.mileage_on, v.purchased_on, v.compulsory_expires_on, v.inspection_expires_on, v.is_active,
      (${vehicleScope(tx.caller)}) as is_visible
    from vehicle v join partner p on p.group_id = v.group_id and p.id = v.partner_id
    where v.group_id = ${tx.groupId} and (v.plate = any (${plates}::text[]) and v.is_active or v.vin = any (${vins}::text[]) and v.vin <> '')
    order by v.id ${lock ? sql`for no key update of v` : sql``}`)
  const byPlate = new Map(rows.filter(({ plate, isActive }) => plate !== '' && isActive).map((row) => [row.plate, row]))
  const byVin = new Map(rows.filter((row) => row.vin !== '').map((row) => [row.vin, row]))
  return ({ values }) => byPlate.get(values.plate ?? '') ?? byVin.get(values.vin ?? '')
}

/** Finds rows that stand twice, that contradict what stands, and what the caller may not change; asked row by row. */
function checking({ overwrite, fault }: PrepareOptions): (row: Matched) => void {
  const first = new FirstRows()
  return ({ entry: { row, values }, before, owner }) => {
    const { plate, vin: whole } = values
    if (!plate && whole === null) fault(row, '车牌', '请填写车牌或VIN')
    if (plate && isUnplated(plate) && (whole === null || plate !== plateOfVin(whole)))
      fault(row, '车牌', '未上牌的车牌应为“未上牌-”和VIN后6位，并填写VIN')
    for (const [column, value] of [
      ['车牌', plate],
      ['VIN', whole],
    ] as const) {
      const same = value ? first.seen(`${column}/${value}`, row) : undefined
      if (same !== undefined) fault(row, column, `与第${same}行重复`)
    }
    if ((values.purchasedOn ?? '') > shanghaiDay()) fault(row, '购车日期', '购车日期不能晚于今天')
    if (!before) return
    const column = plate ? '车牌' : 'VIN'
    const label = `车辆“${before.plate || before.vin}”`
    if (!before.isVisible) fault(row, column, `${label}已登记在其他客户名下，不在您的数据权限内`)
    else if (!overwrite) fault(row, column, `${label}已存在，如需更新请勾选“覆盖”`)
    else if (whole !== null && before.vin !== '' && before.vin !== whole)
      fault(row, 'VIN', `${label}的VIN是 ${before.vin}，要修改请在车辆中修改`)
    else if (owner && !('id' in owner && owner.id === before.partnerId))
      fault(row, '客户名', `${label}的车主不是“${values.partner}”，换车主请在车辆中过户`)
    if (values.mileage !== null && compare(values.mileage, before.mileage) < 0)
      fault(row, '里程', `里程 ${trimZeros(values.mileage)} 小于上次的读数 ${trimZeros(before.mileage)}`)
  }
}

/** The row as it will be saved; blank cells of an existing car leave it as it is. */
function vehicleOf({ entry: { values }, before, owner, car }: Matched, idOf: (owner: Owner) => number): BulkVehicle {
  const isNewReading = values.mileage !== null && compare(values.mileage, before?.mileage ?? '0') !== 0
  const { mileage = '0', mileageOn = null } = before ?? {}
  return {
    id: before?.id,
    plate: values.plate || (before?.plate ?? ''),
    vin: values.vin ?? before?.vin ?? '',
    partnerId: before?.partnerId ?? idOf(owner as Owner),
    ...carOf(car, before),
    mileage: isNewReading ? values.mileage : null,
    before: mileageOn === null ? null : { mileage, readOn: mileageOn },
    purchasedOn: values.purchasedOn ?? before?.purchasedOn ?? null,
    compulsoryExpiresOn: values.compulsoryExpiresOn ?? before?.compulsoryExpiresOn ?? null,
    inspectionExpiresOn: values.inspectionExpiresOn ?? before?.inspectionExpiresOn ?? null,
  }
}

/** What the row says of the car; the type that somebody chose for a standing one stays. */
function carOf(said: SaidCar | undefined, before: Before | undefined): SaidCar {
  const { seriesId = null, modelId = null, modelText = '', carTypeId = null } = said ?? before ?? {}
  return { seriesId, modelId, modelText, carTypeId: before?.carTypeId ?? carTypeId }
}
