import { abs, isNegative, isZero } from '@chepu/contract/kernel/decimal'
import { useEffect, useState } from 'react'
import { useHeader } from '../../kit/document/document-context'
import { Figure } from '../../kit/document/figure'
import { moneyText } from '../../kit/base/format'
import { useSlip } from './slip-context'

/** Figures of the document as they will be saved, following each edit. */
function useFigures() {
  const slip = useSlip()
  const [figures, setFigures] = useState(() => slip.figures())
  useEffect(() => {
    const count = () => setFigures(slip.figures())
    count()
    const stops = [slip.editor.onChange(count), slip.editor.subscribe(count)]
    return () => stops.forEach((stop) => stop())
  }, [slip])
  return figures
}

/** 合计 of a collection or payment: money, fee, settled, discount, and what is left as an advance. */
export function SlipTotals(props: { direction: 'in' | 'out' }) {
  const { total, fee, writtenOff, discount, advance } = useFigures()
  const { purpose } = useHeader()
  const refund = purpose === 'refund'
  const word = (props.direction === 'in') === refund ? '付款' : '收款'
  const name = props.direction === 'in' ? '预收' : '预付'
  const short = refund ? !isNegative(advance) && !isZero(advance) : isNegative(advance)
  return (
    <div className="de-totals" aria-label="合计">
      {!isZero(fee) && <Figure title="手续费" value={moneyText(fee)} />}
      <Figure title="核销合计" value={moneyText(writtenOff)} />
      {!isZero(discount) && <Figure title="优惠合计" value={moneyText(discount)} />}
      {purpose !== 'other' && (
        <Figure
          title={short ? `${word}不足` : refund ? `退${name}` : `剩余转${name}`}
          value={<span className={short ? 'slip-late' : undefined}>{moneyText(abs(advance))}</span>}
        />
      )}
      <Figure title={`${word}合计`} value={moneyText(abs(total))} strong />
    </div>
  )
}

/** 合计 of a settlement without money, by account. */
export function WriteOffTotals() {
  const slip = useSlip()
  const { writtenOff } = useFigures()
  const { purpose } = useHeader()
  const sides = new Map(slip.rows().map((row) => [row.id, row.side]))
  const sumOf = (side: 'AR' | 'AP') => slip.sumWhere((id) => sides.get(id) === side)
  return (
    <div className="de-totals" aria-label="合计">
      {purpose === 'offset' ? (
        <>
          <Figure title="应收核销" value={moneyText(sumOf('AR'))} strong />
          <Figure title="应付核销" value={moneyText(sumOf('AP'))} strong />
        </>
      ) : (
        <Figure title={purpose === 'bad_debt_back' ? '收回合计' : '核销合计'} value={moneyText(writtenOff)} strong />
      )}
    </div>
  )
}
