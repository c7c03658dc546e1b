import type { ReactNode } from 'react'
import { moneyText } from '../base/format'
import type { HeaderValues } from './document-editor-store'

/** What of a posted document is settled and what is still open, in the words of its kind. A draft has neither. */
export const settledFigures = (settled: string, open: string) =>
  function SettledFigures({ header }: { header: HeaderValues }) {
    if (header.settledAmount == null) return null
    return (
      <>
        <Figure title={settled} value={moneyText(header.settledAmount)} />
        <Figure title={open} value={moneyText(header.openAmount)} />
      </>
    )
  }

export function Figure(props: { title: string; value: ReactNode; strong?: boolean }) {
  return (
    <span className={props.strong ? 'de-figure-strong' : undefined}>
      {props.title} <b>{props.value}</b>
    </span>
  )
}
