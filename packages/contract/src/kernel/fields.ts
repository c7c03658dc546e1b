/** Fields that a role may be kept from seeing (DOMAIN 10.5). `doc_price` is prices and amounts on sales documents. */
export const fieldKeys = [
  'cost_price',
  'gross_profit',
  'purchase_price',
  'wholesale_price',
  'doc_price',
  'min_sale_price',
  'mobile_full',
  'credit_limit',
  'ar_balance',
  'account_balance',
] as const
export type FieldKey = (typeof fieldKeys)[number]
