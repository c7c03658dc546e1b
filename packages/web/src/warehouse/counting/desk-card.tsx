import type { ReactNode } from 'react'
import { qtyText } from '../../kit/base/format'
import '../../kit/base/kit.css'
import './desk.css'

/** A line at a desk of the warehouse, on a phone: what it is and how many are expected; its figure and place are the desk's own. */
export function DeskCard(props: {
  line: { lineNo: number; partCode: string; partName: string; unitName: string }
  /** Brand and specification, as far as there are some. */
  spec: string
  /** 应收 or 应发. */
  expectedTitle: string
  expected: string
  /** The line that was scanned last, which comes into view. */
  isCurrent: boolean
  figure: ReactNode
  children: ReactNode
}) {
  const { line } = props
  return (
    <article
      className={props.isCurrent ? 'lp-card desk-card desk-current' : 'lp-card desk-card'}
      aria-label={`第${line.lineNo}行`}
      ref={props.isCurrent ? scrollIntoView : undefined}
    >
      <div className="lp-card-head">
        <b>{line.partName}</b>
        <span className="lp-card-amount">
          <small>{props.expectedTitle}</small> <b>{qtyText(props.expected)}</b> <small>{line.unitName}</small>
        </span>
      </div>
      <div className="lp-card-body">
        <div className="lp-card-small">
          <span>{line.lineNo}</span>
          <span>{line.partCode}</span>
          <span>{props.spec}</span>
        </div>
      </div>
      <div className="desk-card-figure">{props.figure}</div>
      <div className="desk-card-places">{props.children}</div>
    </article>
  )
}

/** Brings the line that was scanned last into view. */
export const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
