import type { FavouriteTile } from '@chepu/contract/repair/fast-order'
import { useRef } from 'react'
import { useTechnicians } from '../../pickers/repair-lists'
import { inOrderOf } from './counter'
import type { Counter } from './use-counter'

/** What a hand has learned to find stays where it is as long as the page stands. */
function useKeptOrder(rows: readonly FavouriteTile[] = []): readonly FavouriteTile[] {
  const kept = useRef<readonly FavouriteTile[]>([])
  kept.current = inOrderOf(kept.current, rows)
  return kept.current
}

/** 常用: what is taken most here, one touch each. */
export function Favourites({ counter, next }: { counter: Counter; next: () => void }) {
  const { desk, takeTile } = counter
  const items = useKeptOrder(desk?.items)
  const parts = useKeptOrder(desk?.parts)
  const tiles = (rows: readonly FavouriteTile[], of: 'item' | 'part') =>
    rows.map((tile) => (
      <button
        key={`${of} ${tile.id}`}
        type="button"
        className={of === 'item' ? 'fc-tile fc-tile-item' : 'fc-tile'}
        title={tile.name}
        onClick={() => void takeTile(tile, of).then(next, () => undefined)}
      >
        <span>{tile.name}</span>
        <small>{[tile.brandName, tile.code].filter(Boolean).join('　')}</small>
      </button>
    ))
  if (items.length + parts.length === 0) return null
  return (
    <section className="fc-tiles" aria-label="常用">
      {tiles(items, 'item')}
      {tiles(parts, 'part')}
    </section>
  )
}

/** Who does the work; of several each has the same share. */
export function TechnicianChips({ counter }: { counter: Counter }) {
  const technicians = useTechnicians()
  const { state, setState } = counter
  if (technicians.length === 0) return null
  const toggle = (id: number) =>
    setState((old) => ({
      ...old,
      technicianIds: old.technicianIds.includes(id)
        ? old.technicianIds.filter((each) => each !== id)
        : [...old.technicianIds, id],
    }))
  return (
    <div className="fc-chips" role="group" aria-label="技师">
      <span>技师</span>
      {technicians.map(({ employeeId, name }) => (
        <button
          key={employeeId}
          type="button"
          aria-pressed={state.technicianIds.includes(employeeId)}
          onClick={() => toggle(employeeId)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
