import { pricesMayWait } from '@chepu/contract/kernel/goods-document'
import { type ReactNode, useEffect, useState } from 'react'
import { type EditorApi, useEditorApi } from '../document/document-context'
import { Figure } from '../document/figure'
import type { Totals } from '../goods/line-totals'
import { moneyText, qtyText } from '../base/format'
import { useSession } from '../base/session'
import { withoutPrices } from '@chepu/contract/kernel/goods-columns'
import { useGoods } from './goods-context'
import type { GoodsStore } from './goods-store'

/** Sharing an order discount over thousands of lines waits until typing pauses. */
const sharedWaitMs = 300

/** Totals of the document as they will be saved, following each edit. */
function useTotals(): Totals {
  const goods = useGoods()
  const [totals, setTotals] = useState(() => goods.totals.totals())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const count = () => {
      timer = undefined
      setTotals(goods.totals.totals())
    }
    const later = () => {
      if (goods.totals.shared) clearTimeout(timer)
      else if (timer !== undefined) return
      timer = setTimeout(count, goods.totals.shared ? sharedWaitMs : 0)
    }
    count()
    const stops = [goods.editor.onChange(later), goods.editor.subscribe(later)]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [goods])
  return totals
}

/**
 * What the document comes to in words, where the figure says nothing: every line waits for its price, or prices are kept back
 * from whoever looks. Undefined where it is a figure.
 */
export function amountInWords({ def, lines, totals }: GoodsStore): string | undefined {
  if (!totals.isOpen) return undefined
  const filled = lines.filled()
  if (filled.some((line) => line.isHidden)) return ''
  return filled.length > 0 && pricesMayWait(def) ? withoutPrices : undefined
}

interface TotalsStripProps {
  figures?: ((editor: EditorApi) => ReactNode) | undefined
  /** Whether the lines have prices. */
  money: boolean
}

/** 合计 under the lines, of money only where there is some, and for who sees it. Pages put figures of their own beside them. */
export function TotalsStrip({ figures, money }: TotalsStripProps) {
  const editor = useEditorApi()
  const totals = useTotals()
  const goods = useGoods()
  const { sees } = useSession()
  const words = money && sees(goods.def.priceField) ? amountInWords(goods) : ''
  return (
    <div className="de-totals" aria-label="合计">
      <Figure title="数量合计" value={qtyText(totals.totalQty)} />
      {words === undefined && (
        <>
          <Figure title="金额合计" value={moneyText(totals.totalAmount)} />
          <Figure title="未税合计" value={moneyText(totals.totalUntaxed)} />
          <Figure title="税额" value={moneyText(totals.totalTax)} />
        </>
      )}
      {figures?.(editor)}
      {words !== '' && <Figure title="价税合计" value={words ?? moneyText(totals.totalTaxed)} strong />}
    </div>
  )
}
