import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { ActionName, StateOf } from '@chepu/contract/kernel/document'
import type { InvoiceDef, InvoiceLine, InvoiceLink } from '@chepu/contract/finance/invoice-document'
import type { invoiceIssued } from '@chepu/contract/finance/invoice'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Invoice as InvoiceRow, InvoiceLine as LineRow, InvoiceLink as LinkRow } from '../../kernel/db/schema'
import type { ActionHandler } from '../../kernel/document/run-action'
import type { LockedDocument } from '../../kernel/document/types'

/** The header of an invoice as its actions see it. */
export type InvoiceHeader<States extends string = string> = Omit<Selectable<InvoiceRow>, 'state'> &
  LockedDocument<States> & { partnerId: number }

/** An invoice as its actions see it. */
export type Invoice<States extends string = string> = InvoiceHeader<States> & {
  lines: Selectable<LineRow>[]
  links: Selectable<LinkRow>[]
}

/** What a save brings. */
export interface InvoiceRequest {
  id?: number | undefined
  version?: number | undefined
  header: z.output<typeof invoiceIssued.header> & Record<string, unknown>
  lines: InvoiceLine[]
  links: InvoiceLink[]
}

/** Some of a bill that an invoice takes, or gives back where the amount is negative to what it took. Yuan, 2 decimals, with the sign of the bill. */
export interface Hold {
  sourceKind: string
  sourceId: number
  openItemId: number | null
  amount: Decimal
}

/** What distinguishes the two directions on the server, but for their actions. */
export interface InvoiceTraits<Def extends InvoiceDef = InvoiceDef> {
  def: Def
  /** The account whose bills it is for. */
  side: 'AR' | 'AP'
}

/** An invoice of one direction: its traits and one function an action. */
export interface InvoiceKind<Def extends InvoiceDef = InvoiceDef> extends InvoiceTraits<Def> {
  actions: Record<ActionName<Def>, ActionHandler<Invoice<StateOf<Def>>, StateOf<Def>>>
}
