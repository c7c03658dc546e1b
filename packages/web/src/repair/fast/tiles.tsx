import type { FavouriteTile } from '@chepu/contract/repair/fast-order'
import { useTechnicians } from '../../pickers/repair-lists'
import type { Counter } from './use-counter'

/** 常用: what is taken most here, one touch each. */
export function Favourites({ counter, next }: { counter: Counter; next: () => void }) {
  const { desk, takeTile } = counter
  const tiles = (rows: readonly FavouriteTile[], of: 'item' | 'part') =>
    rows.map((tile) => (
      <button
        key={`${of} ${tile.id}`}
        type="button"
        className={of === 'item' ? 'fc-tile fc-tile-item' : 'fc-tile'}
        onClick={() => void takeTile(tile, of).then(next, () => undefined)}
      >
        {tile.name}
        <small>{tile.code}</small>
      </button>
    ))
  if (!desk || desk.items.length + desk.parts.length === 0) return null
  return (
    <section className="fc-tiles" aria-label="常用">
      {tiles(desk.items, 'item')}
      {tiles(desk.parts, 'part')}
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
