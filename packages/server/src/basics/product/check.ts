import { isBelowFloor, risesByLevel } from '@chepu/contract/basics/price-rules'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { compare, trimZeros } from '@chepu/contract/kernel/decimal'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { type PartUnit, unitProblem } from '../../kernel/goods/line-checks'
import { type Caller, sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'

export interface ProductValues {
  wholesalePrice1: Decimal | null
  wholesalePrice2: Decimal | null
  wholesalePrice3: Decimal | null
  retailPrice: Decimal | null
  minSalePrice: Decimal
  minStock: Decimal | null
  maxStock: Decimal | null
}

/** Rules between figures of one product (business/basics 4.1). The floor is named to who may see it. */
export function figureErrors(caller: Caller, product: ProductValues): FieldError[] {
  const { retailPrice, minSalePrice, minStock, maxStock } = product
  const errors: FieldError[] = []
  if (isBelowFloor({ retailPrice, minSalePrice }))
    errors.push({ path: 'retailPrice', message: `零售价不能低于最低售价${floorShown(caller, minSalePrice)}` })
  if (minStock !== null && maxStock !== null && compare(minStock, maxStock) > 0)
    errors.push({ path: 'maxStock', message: '库存上限不能小于下限' })
  return errors
}

const limitTitles = { minStock: '库存下限', maxStock: '库存上限' } as const

/** Limits that have more decimals than the part's unit, at their field below `at` (business/basics 4.1). */
export const limitErrors = (
  limits: { minStock?: Decimal | null | undefined; maxStock?: Decimal | null | undefined },
  unit: PartUnit | undefined,
  at = '',
): FieldError[] =>
  (['minStock', 'maxStock'] as const).flatMap((field) => {
    const limit = limits[field]
    const problem = limit != null && unit && unitProblem(limit, unit)
    return problem ? [{ path: `${at}${field}`, message: `${limitTitles[field]}：${problem}` }] : []
  })

const floorShown = (caller: Caller, floor: Decimal): string =>
  sees(caller, 'min_sale_price') ? ` ${trimZeros(floor)}` : ''

/** 批发价1 ≥ 批发价2 ≥ 批发价3 is expected, not demanded. */
export const priceWarnings = (product: ProductValues): string[] =>
  risesByLevel(product) ? ['批发价1、2、3通常由高到低，请核对'] : []

export interface ProductPlace {
  defaultWarehouseId?: number | null | undefined
  defaultLocationId?: number | null | undefined
  defaultSupplierId?: number | null | undefined
}

/** The warehouse is the org's, the location lies in it, the supplier is one. */
export async function placeErrors(tx: CallerTx, place: ProductPlace): Promise<FieldError[]> {
  const found = await tx.one<{ warehouse: boolean; location: boolean; supplier: boolean }>({
    name: 'product-place',
    text: `select exists (select from warehouse where group_id = $1 and org_id = $2 and id = $3 and kind <> 'transit') as warehouse,
        exists (select from location where group_id = $1 and warehouse_id = $3 and id = $4) as location,
        exists (select from partner where group_id = $1 and id = $5 and cus_flag & ${partnerRoles.supplier} <> 0) as supplier`,
    values: [
      tx.groupId,
      tx.caller.orgId,
      place.defaultWarehouseId ?? null,
      place.defaultLocationId ?? null,
      place.defaultSupplierId ?? null,
    ],
  })
  const errors: FieldError[] = []
  if (place.defaultWarehouseId && !found?.warehouse) errors.push({ path: 'defaultWarehouseId', message: '仓库不存在' })
  if (place.defaultLocationId && !found?.location)
    errors.push({ path: 'defaultLocationId', message: '货位不属于默认仓库' })
  if (place.defaultSupplierId && !found?.supplier) errors.push({ path: 'defaultSupplierId', message: '供应商不存在' })
  return errors
}
