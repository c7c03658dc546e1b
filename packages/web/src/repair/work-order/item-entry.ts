import { type LookupServiceItem, searchServiceItems } from '@chepu/contract/repair/lookups'
import { call } from '../../kit/base/call'
import { choices } from '../../kit/base/underway'
import { type LineValues, typedMeanwhile } from '../../kit/goods/document-lines'
import { lineOfPart, type PartContext } from '../../pickers/part-entry'
import { partsOfItems } from '../item-parts'
import type { OrderStore } from './order-store'

/** What entry of labour needs of the screen. */
interface ItemScreen {
  context: () => PartContext & { vehicleId: number | undefined }
  /** Opens the picker of items; answers the chosen ones. */
  choose: (text: string) => Promise<readonly LookupServiceItem[]>
  say: (message: string) => void
  /** The user is typing into a cell and must not be carried elsewhere. */
  typing: () => boolean
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

  /**
   * A name typed into a line: the only item that it names fills it, of several one is chosen; what is none stands as it was typed. Where the user has gone on
   * typing no picker opens under his hand.
   */
  typed = (key: number, text: string): void => {
    const { labour } = this.order.sections
    const before = labour.line(key)
    if (!before || before.name === text) return
    // What the former item costs says nothing of this one.
    labour.update(key, { pending: text, pendingIn: 'name', price: '' })
    const asked = labour.line(key)
    const isWaiting = () => labour.line(key)?.pending === text
    this.enqueue(async () => {
      await choices.over()
      const { vehicleId } = this.screen.context()
      const { rows } = await call(searchServiceItems, { query: { q: text, rows: 20, ...(vehicleId && { vehicleId }) } })
      const line = labour.line(key)
      if (!asked || !line || !isWaiting()) return
      const exact = rows.filter(({ code, name }) => code === text || name === text)
      const [only, ...others] = exact.length > 0 ? exact : rows
      const hasGoneOn = this.screen.typing() || Object.keys(typedMeanwhile(asked, line)).length > 0
      const isOffered = only && others.length > 0 && !hasGoneOn
      const chosen = isOffered ? await this.screen.choose(text) : only && others.length === 0 ? [only] : []
      if (chosen.length === 0) {
        const price = line.price === '' ? before.price : line.price
        labour.update(key, { pending: '', name: text, serviceItemId: null, serviceItemCode: null, price })
        if (only && !isOffered) this.screen.say(`“${text}”有多个项目，先按文字录入，可在该行按 F2 选择`)
        return
      }
      const parts = await this.materialOf(chosen)
      const now = labour.line(key)
      if (!now || !isWaiting()) return
      this.order.takeItems(key, chosen, parts)
      labour.update(key, typedMeanwhile(asked, now))
    })
  }

  /** Items chosen in the picker. */
  choose(key: number | undefined, items: readonly LookupServiceItem[]): void {
    this.enqueue(async () => this.order.takeItems(key, items, await this.materialOf(items)))
  }

  /** The material of items as lines, by code. */
  private async materialOf(items: readonly LookupServiceItem[]): Promise<Map<string, LineValues>> {
    const { vehicleId: _, ...context } = this.screen.context()
    const parts = await partsOfItems(items, context)
    return new Map([...parts].map(([code, part]) => [code, lineOfPart(part)]))
  }

  private enqueue(work: () => Promise<void>): void {
    // A call that failed has told the user already; the next name must not wait for ever.
    this.chain = this.chain.then(work).catch(() => undefined)
  }
}
