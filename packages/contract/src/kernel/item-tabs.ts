/**
 * What an open item is for, which is the tab that it is settled in (business/settle-tabs 1). Every document says it of each item
 * that it opens; an item that moves to another partner, or is taken back, keeps it.
 */
export const itemTabs = [
  'purchase',
  'purchase_back',
  'sale',
  'sale_back',
  'repair',
  'repair_refund',
  'insurance',
  'warranty',
  'card',
  'transfer',
  'outsource',
  'freight',
  'other',
] as const
export type ItemTab = (typeof itemTabs)[number]
