import type { FieldKey } from '@chepu/contract/kernel/fields'
import { productPriceFields, type ProductSettings } from '@chepu/contract/basics/product'
import { type Caller, sees } from '../../kernel/caller/caller'
import { own } from '../../kernel/base/own'

/** Field permission of each hidden figure of a product (business/access 8). */
export const productFields: Readonly<Record<string, FieldKey>> = {
  lastPurchasePrice: 'purchase_price',
  lastPurchaseOn: 'purchase_price',
  lastSupplierName: 'purchase_price',
  defaultSupplierId: 'purchase_price',
  defaultSupplierName: 'purchase_price',
  ...productPriceFields,
}

export const maySee = (caller: Caller, field: string): boolean => {
  const key = own(productFields, field)
  return key === undefined || sees(caller, key)
}

/** Only what the caller may see can he set; a hidden price stays as it is. */
export const settable = (caller: Caller, settings: ProductSettings): ProductSettings =>
  Object.fromEntries(Object.entries(settings).filter(([field, value]) => value !== undefined && maySee(caller, field)))
