// What the rows of a file of cars refer to: their owners, and the cars of the library.
import { customerButtons } from '@chepu/contract/customers/partner'
import { anyRole, partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { sql } from 'kysely'
import { carsNamed } from '../basics/public'
import { type BulkPartner, carsByVin, savePartnersBulk } from '../customers/public'
import { mayPress } from '../kernel/caller/caller'
import { isMasked, maskOf } from '../kernel/caller/mobile'
import { partnerScope } from '../kernel/caller/partner-scope'
import type { CallerTx } from '../kernel/db/tx'
import { finderOf } from '../kernel/master/spelling'
import type { PrepareOptions } from './importer'

/** A row of a file as far as it says whose something is. */
interface Owned {
  row: number
  values: Record<'partner', string> & Record<'mobile', string | null>
}

/** A row of a file as far as it is looked at here. */
interface Named extends Owned {
  values: Owned['values'] & Record<'vin' | 'brand' | 'series' | 'model', string | null>
}

interface Customer {
  id: number
  name: string
  kind: string
  mobile: string
  isCustomer: boolean
  isActive: boolean
  isVisible: boolean
}

/** Whose a car is: a customer that stands, or one to be made. */
export type Owner = { id: number } | { key: string }

/** Finds the owners of rows by name and mobile, and makes those that are not known yet. */
export class Owners {
  private readonly fresh = new Map<string, { name: string; mobile: string }>()

  private constructor(
    private readonly tx: CallerTx,
    private readonly named: (name: string) => readonly Customer[],
    private readonly fault: PrepareOptions['fault'],
  ) {}

  static async of(
    tx: CallerTx,
    entries: readonly Owned[],
    { lock, fault }: Pick<PrepareOptions, 'lock' | 'fault'>,
  ): Promise<Owners> {
    const names = [...new Set(entries.map(({ values }) => values.partner))]
    const rows = await tx.select(sql<Customer>`select p.id, p.name, p.kind, p.mobile, p.is_active,
        (p.cus_flag & ${partnerRoles.customer}) <> 0 as is_customer, (${partnerScope(tx.caller, anyRole)}) as is_visible
      from partner p where p.group_id = ${tx.groupId} and p.name = any (${names}::text[]) order by p.id
      ${lock ? sql`for key share of p` : sql``}`)
    return new Owners(
      tx,
      finderOf(rows, ({ name }) => name),
      fault,
    )
  }

  /** The owner of a row that stands; undefined where there is none, or a fault. */
  find({ row, values }: Owned): Owner | undefined {
    const { partner: name, mobile } = values
    const all = this.named(name)
    const fits = all.filter((each) => mobile === null || each.kind === 'unit' || sameMobile(mobile, each.mobile))
    const [one, ...others] = fits
    const fault = (column: string, message: string) => this.fault(row, column, message)
    if (others.length > 0) fault('手机', `有多个叫“${name}”的客户，请填写手机`)
    else if (one) return this.checked(one, row)
    else if (mobile !== null && isMasked(mobile))
      fault('手机', `没有手机为 ${mobile} 的“${name}”，新增客户请填写完整的手机号`)
    else if (!mayPress(this.tx.caller, customerButtons.add))
      fault('客户名', `客户“${name}”不存在，您没有新增客户的权限`)
    else return this.made(name, mobile ?? '')
    return undefined
  }

  private checked({ id, name, isCustomer, isActive, isVisible }: Customer, row: number): Owner | undefined {
    if (!isVisible) this.fault(row, '客户名', `“${name}”不在您的数据权限内`)
    else if (!isCustomer) this.fault(row, '客户名', `“${name}”不是客户`)
    else if (!isActive) this.fault(row, '客户名', `客户“${name}”已停用`)
    else return { id }
    return undefined
  }

  private made(name: string, mobile: string): Owner {
    const key = `${name}/${mobile}`
    this.fresh.set(key, { name, mobile })
    return { key }
  }

  /** Adds who is new, and answers the number of each owner. */
  async save(): Promise<(owner: Owner) => number> {
    const fresh = [...this.fresh]
    const ids =
      fresh.length === 0
        ? []
        : await savePartnersBulk(
            this.tx,
            fresh.map(([, each]) => newCustomer(each)),
          )
    const byKey = new Map(fresh.map(([key], i) => [key, ids[i] as number]))
    return (owner) => ('id' in owner ? owner.id : (byKey.get(owner.key) as number))
  }
}

const sameMobile = (typed: string, stored: string) => (isMasked(typed) ? typed === maskOf(stored) : typed === stored)

const newCustomer = ({ name, mobile }: { name: string; mobile: string }): BulkPartner => ({
  code: '',
  name,
  kind: mobile === '' ? 'unit' : 'person',
  cusFlag: partnerRoles.customer,
  mobile,
  contactName: '',
  regionCode: '',
  region: '',
  priceLevel: 'retail',
  settlementMethodId: null,
  creditLimit: null,
  creditDays: 0,
  salespersonId: undefined,
  category: '散客',
  level: 'C',
  taxNo: '',
  bankName: '',
  bankAccount: '',
  remark: '',
})

/** Which car a row says that it is. */
export interface SaidCar {
  seriesId: number | null
  modelId: number | null
  modelText: string
  carTypeId: number | null
}

/**
 * The cars of rows: what brand, series and model name together in the library, else their words; without any of them what the rules
 * know of the VIN. Undefined where a row says nothing.
 */
export async function saidCars(
  tx: CallerTx,
  entries: readonly Named[],
): Promise<(entry: Named) => SaidCar | undefined> {
  const brands = await tx.query<{ id: number; name: string }>({
    text: `select id, name from brand where group_id = $1 and kind = 'car' and is_active`,
    values: [tx.groupId],
  })
  const types = await tx.query<{ seriesId: number; carTypeId: number }>({
    text: `select s.id as series_id, t.id as car_type_id from car_series s
      join car_type t on t.group_id = s.group_id and t.name = s.car_type and t.is_active where s.group_id = $1`,
    values: [tx.groupId],
  })
  const brandNamed = finderOf(brands, ({ name }) => name)
  const typeOf = new Map(types.map(({ seriesId, carTypeId }) => [seriesId, carTypeId]))
  const cars = await carsNamed(tx, false)
  const silent = entries.filter(({ values }) => isSilent(values))
  const byVin = await carsByVin(tx, [...new Set(silent.flatMap(({ values }) => values.vin ?? []))])
  const linked = (seriesId: number, modelId: number | null, modelText: string): SaidCar => ({
    seriesId,
    modelId,
    modelText,
    carTypeId: typeOf.get(seriesId) ?? null,
  })
  return ({ values }) => {
    if (isSilent(values)) {
      const known = byVin.get(values.vin ?? '')
      return known && linked(known.seriesId, known.modelId, known.name)
    }
    const words = [values.brand, values.series, values.model].filter((word) => word !== null).join(' ')
    const brand = values.brand === null ? undefined : brandNamed(values.brand)[0]
    const series = brand && values.series !== null ? cars.series(brand.id, values.series) : undefined
    const model = series && values.model !== null ? cars.model(series.id, values.model) : undefined
    // A model that the library has not got would be lost beside its series; the words keep it.
    const isWhole = series?.isActive === true && (values.model === null || model !== undefined)
    if (!series || !isWhole) return { seriesId: null, modelId: null, modelText: words, carTypeId: null }
    return linked(series.id, model?.id ?? null, words)
  }
}

const isSilent = ({ brand, series, model }: Named['values']) => brand === null && series === null && model === null
