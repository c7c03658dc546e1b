import type { DeskPlace } from '@chepu/contract/warehouse/keeper-desk'
import { type ReactNode, useId, useState } from 'react'
import { useTabs } from '../../kit/base/tabs'
import { useNarrow } from '../../kit/base/use-narrow'

interface Props {
  title: string
  count: number
  unit?: string
  /** Where the queue is worked off. */
  places: readonly DeskPlace[]
  /** What it says when it is empty. */
  nothing: string
  children: readonly ReactNode[]
}

/** One queue: its number leads to its board. On a phone its head opens and closes it, one that is empty stays closed. */
export function QueueCard({ title, count, unit = '单', places, nothing, children }: Props) {
  const { open } = useTabs()
  const narrow = useNarrow()
  const id = useId()
  const [isOpen, setOpen] = useState<boolean>()
  const isShown = !narrow || (isOpen ?? count > 0)
  const go = ({ screen, params }: DeskPlace) => open({ key: screen, params })
  const filled = places.filter((place) => place.count > 0)
  const [first = places[0]] = filled
  const head = (
    <>
      <span>{title}</span>
      <b className={count > 0 ? '' : 'none'}>{count}</b>
      <small>{unit}</small>
    </>
  )
  return (
    <section className="kd-queue" aria-label={title}>
      <h2>
        {narrow ? (
          <button type="button" aria-expanded={isShown} aria-controls={id} onClick={() => setOpen(!isShown)}>
            {head}
            <i className="kd-fold" aria-hidden="true" />
          </button>
        ) : (
          <button type="button" onClick={() => first && go(first)}>
            {head}
            <i aria-hidden="true">›</i>
          </button>
        )}
      </h2>
      {isShown && (
        <div id={id} className="kd-body">
          {(narrow || filled.length > 1) && filled.length > 0 && (
            <p className="kd-places">
              {filled.map((place) => (
                <button key={place.title} type="button" onClick={() => go(place)}>
                  {place.title} {place.count}
                </button>
              ))}
            </p>
          )}
          {count === 0 ? <p className="kd-nothing">{nothing}</p> : <ul>{children}</ul>}
        </div>
      )}
    </section>
  )
}
