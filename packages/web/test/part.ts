import type { LookupPart } from '@chepu/contract/basics/lookups'

/** A part as the picker shows it, by whole pieces, 10 of them in stock, without a price list of its own. */
export const lookupPart = (
  fields: Pick<LookupPart, 'partId' | 'partCode' | 'partName' | 'price'> & Partial<LookupPart>,
): LookupPart => ({
  oeNo: '',
  brandName: '博世',
  spec: '',
  fitment: '',
  unitName: '个',
  grade: 'aftermarket',
  barcodes: [],
  priceSource: 'retail',
  discountRate: '1',
  taxRate: '0.13',
  lastPrice: null,
  lastPriceOn: null,
  stock: '10',
  available: '10',
  batchManaged: false,
  unitDecimals: 0,
  auxUnits: [],
  locationId: null,
  locationCode: null,
  substitutes: [],
  ...fields,
})
