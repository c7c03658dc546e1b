import { fieldLabels } from '@chepu/contract/kernel/fields'
import { forbidden } from '../../kernel/base/errors'
import { type Caller, sees } from '../../kernel/caller/caller'
import type { InvoiceTraits } from './types'

type Direction = Pick<InvoiceTraits, 'def'>

/** Whether the caller sees amounts of invoices of a direction, and of the bills that wait for them (business/access 8). */
export const seesAmounts = (caller: Caller, { def }: Direction): boolean => sees(caller, def.priceField)

/**
 * Refuses whoever does not see amounts: he would make invoices of figures that he does not know, and each refusal would tell him one.
 * @throws Failure forbidden
 */
export function assertSeesAmounts(caller: Caller, kind: Direction): void {
  const { priceField, title } = kind.def
  if (!seesAmounts(caller, kind)) forbidden(`您看不到「${fieldLabels[priceField]}」，不能办理${title}`)
}

/** A row without its amounts, for who does not see them. */
export const shownTo = <Row extends object>(caller: Caller, kind: Direction, row: Row): Row =>
  seesAmounts(caller, kind)
    ? row
    : (Object.fromEntries(Object.entries(row).filter(([key]) => !amounts.has(key))) as Row)

const amounts: ReadonlySet<string> = new Set([
  'price',
  'untaxed',
  'tax',
  'taxed',
  'amount',
  'rest',
  'transferredOut',
  'taken',
])
