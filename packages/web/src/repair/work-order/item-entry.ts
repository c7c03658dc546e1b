import { type LookupServiceItem, searchServiceItems } from '@chepu/contract/repair/lookups'
import { call } from '../../kit/base/call'
import { typedMeanwhile } from '../../kit/goods/document-lines'
import { lineOfPart, type PartContext } from '../../pickers/part-entry'
import { partsOfItems } from '../item-parts'
import type { OrderLine } from './order-lines'
import type { OrderStore } from './order-store'

/** What entry of labour needs of the screen. */
interface ItemScreen {
  context: () => PartContext & { vehicleId: number | undefined }
  /** Opens the picker of items; answers the chosen ones. */
  choose: (text: string) => Promise<readonly LookupServiceItem[]>
  focus: (key: number, field: string) => void
}

/** Turns typed codes, names and initials into labour, one after another in the order they came. */
export class ItemEntry {
  private chain: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly order: OrderStore,
    private readonly screen: ItemScreen,
  ) {}

  /** Resolves when everything that was entered so far has become a line. */
  settled = (): Promise<unknown> => this.chain

  /** A name typed into a line: the only item that it names fills it, of several one is chosen; what is none stands as it was typed. */
  typed = (key: number, text: string): void => {
    const { labour } = this.order.sections
    if (labour.line(key)?.name === text) return
    labour.update(key, { pending: text, pendingIn: 'name' })
    const asked = labour.line(key)
    this.enqueue(async () => {
      const { vehicleId } = this.screen.context()
      const { rows } = await call(searchServiceItems, { query: { q: text, rows: 20, ...(vehicleId && { vehicleId }) } })
      if (labour.line(key)?.pending !== text) return
      const exact = rows.filter(({ code, name }) => code === text || name === text)
      const [only, ...others] = exact.length > 0 ? exact : rows
      const chosen = only && others.length === 0 ? [only] : only ? await this.screen.choose(text) : []
      if (chosen.length > 0) await this.take(key, chosen, asked)
      else labour.update(key, { pending: '', name: text, serviceItemId: null, serviceItemCode: null })
    })
  }

  /** Items chosen in the picker. */
  choose(key: number | undefined, items: readonly LookupServiceItem[]): void {
    this.enqueue(() => this.take(key, items))
  }

  private async take(key: number | undefined, items: readonly LookupServiceItem[], asked?: OrderLine): Promise<void> {
    const { vehicleId: _, ...context } = this.screen.context()
    const parts = await partsOfItems(items, context)
    const line = this.order.sections.labour.line(key ?? 0)
    const typed = asked && line ? typedMeanwhile(asked, line) : {}
    this.order.takeItems(key, items, new Map([...parts].map(([code, part]) => [code, lineOfPart(part)])))
    if (line) this.order.sections.labour.update(line.key, typed)
  }

  private enqueue(work: () => Promise<void>): void {
    // A call that failed has told the user already; the next name must not wait for ever.
    this.chain = this.chain.then(work).catch(() => undefined)
  }
}
