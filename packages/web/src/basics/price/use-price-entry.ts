import { type LookupPart, searchParts } from '@chepu/contract/basics/lookups'
import { priceAdjustment } from '@chepu/contract/basics/price-adjustment'
import { priceNames } from '@chepu/contract/basics/product'
import { type ReactNode, useEffect, useMemo } from 'react'
import { beep } from '../../kit/base/beep'
import { call } from '../../kit/base/call'
import { decideScan } from '../../kit/base/scanner'
import { toast } from '../../kit/base/toast'
import { useEditor } from '../../kit/document/document-context'
import { useDialog } from '../../kit/ui/use-dialog'
import { PartDialog } from '../../pickers/part-dialog'
import { usePrices } from './price-context'
import type { LinePart, PriceLine, PriceStore, PriceValues } from './price-store'

const context = { mode: 'sale' } as const

/** What a line says of its part. */
export const partOf = (part: Pick<LookupPart, keyof LinePart>): LinePart => {
  const { partId, partCode, partName, brandName, spec, unitName } = part
  return { partId, partCode, partName, brandName: brandName ?? '', spec: spec ?? '', unitName }
}

/** What part entry needs of the screen. */
interface Screen {
  choose: (text: string, candidates?: readonly LookupPart[]) => Promise<readonly LookupPart[]>
  refuse: () => void
  show: (key: number) => void
  /** The cursor goes from one line to another, and what is being typed with it. */
  carry: (from: number, to: number) => void
}

/** What was typed into a line for a part that was asked for when the line was as `asked`; nothing that was meant for another part. */
function typedFor(asked: PriceLine | undefined, line: PriceLine | undefined): PriceValues {
  const before = asked?.partId == null ? undefined : asked
  const typed = [...priceNames, 'remark' as const].filter((name) => line?.[name] && line[name] !== before?.[name])
  return Object.fromEntries(typed.map((name) => [name, line?.[name]]))
}

/** Turns scans, typed codes and picked parts into lines, one after another in the order they came. */
class PriceEntry {
  private chain: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly prices: PriceStore,
    private readonly screen: Screen,
  ) {}

  /** Resolves when every code that was entered so far has become a line or an error. */
  settled = (): Promise<unknown> => this.chain

  /** A scanned code adds a line, or shows the one that is there. */
  scan = (code: string, otherwise?: () => void): void => {
    this.enqueue(async () => {
      const outcome = decideScan(code, await this.find(code))
      if (outcome.kind === 'unknown' && otherwise) return otherwise()
      if (outcome.kind === 'unknown') {
        this.screen.refuse()
        toast.error(outcome.message)
        return
      }
      await this.addAll(outcome.kind === 'add' ? [outcome.part] : await this.screen.choose(code, outcome.parts))
    })
  }

  /** A code typed into a line. */
  typed = (key: number, code: string): void => {
    const { lines } = this.prices
    if (lines.line(key)?.partCode === code) return
    lines.update(key, { pending: code })
    const asked = lines.line(key)
    this.enqueue(async () => {
      const outcome = decideScan(code, await this.find(code))
      if (lines.line(key)?.pending !== code) return
      const candidates = outcome.kind === 'choose' ? outcome.parts : undefined
      await this.take(key, outcome.kind === 'add' ? [outcome.part] : await this.screen.choose(code, candidates), asked)
      if (lines.line(key)?.partId === null) lines.setError(key, 'partId', `未找到配件 ${code}`)
    })
  }

  /** Parts chosen for a line as `asked`: the first fills it, the others follow. One that stands in another line is meant there. */
  async take(key: number, parts: readonly LookupPart[], asked?: PriceLine): Promise<void> {
    const [first, ...others] = parts.map(partOf)
    const { lines } = this.prices
    if (!first) {
      if (lines.line(key)?.partId != null) lines.update(key, { pending: '' })
      return
    }
    const twin = lines.filled().find((line) => line.partId === first.partId && line.key !== key)
    if (twin) this.moveTo(twin, key, asked)
    else await this.prices.fill(key, first)
    await this.prices.add(others)
  }

  /** A line of a part that stands in another one goes; what was typed for the part stands there, and is typed on there. */
  private moveTo(twin: PriceLine, key: number, asked: PriceLine | undefined): void {
    const { lines } = this.prices
    this.screen.carry(key, twin.key)
    const typed = typedFor(asked, lines.line(key))
    lines.update(twin.key, typed)
    lines.remove([key])
    const moved = Object.keys(typed).length > 0 ? '，刚填的内容已移到该行' : ''
    toast.info(`${twin.partCode} 已在第${lines.indexOf(twin.key) + 1}行${moved}`)
    this.screen.show(twin.key)
  }

  private async addAll(parts: readonly LookupPart[]): Promise<void> {
    await this.prices.add(parts.map(partOf))
    const last = parts.at(-1)?.partId
    const line = this.prices.lines.filled().find(({ partId }) => partId === last)
    if (line) this.screen.show(line.key)
  }

  private async find(code: string): Promise<readonly LookupPart[]> {
    const { rows } = await call(searchParts, { query: { ...context, q: code, exact: 'true' as const, rows: 20 } })
    return rows
  }

  private enqueue(work: () => Promise<void>): void {
    // The call has already told the user what went wrong; the next code must not wait for ever.
    this.chain = this.chain.then(work).catch(() => undefined)
  }
}

/** Part entry of the open 调价单, and the picker that it opens. */
export function usePriceEntry(): {
  entry: PriceEntry
  openPart: (line: PriceLine, text: string) => Promise<undefined>
  partDialog: ReactNode
} {
  const { store, grids } = useEditor()
  const prices = usePrices()
  const [openParts, partDialog] = useDialog(PartDialog)
  const { entry, openPart } = useMemo(() => {
    const choose: Screen['choose'] = async (text, candidates) =>
      (await openParts({ text, candidates, context, target: priceAdjustment.kind })) ?? []
    const entry = new PriceEntry(prices, {
      choose,
      refuse: () => {
        beep()
        grids.of('lines')?.alarm()
      },
      carry: (from, to) => grids.of('lines')?.carry(from, to),
      show: (key) => requestAnimationFrame(() => grids.of('lines')?.flash(key)),
    })
    const openPart = async (line: PriceLine, text: string) => {
      await entry.take(line.key, await choose(text || line.pending), line)
      return undefined
    }
    return { entry, openPart }
  }, [prices, grids, openParts])
  useEffect(() => {
    store.settled = entry.settled
  }, [store, entry])
  return { entry, openPart, partDialog }
}
