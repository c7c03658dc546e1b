import type { PointRow } from '@chepu/contract/shell/permission-point'
import type { Tx } from '../../kernel/db/tx'
import { screenOf } from '../menu'
import { readPoints } from './store'

/** A point of the menu with what the program asks for its screen. */
type MenuPoint = PointRow & {
  /** Page ids of which any one opens the screen; null is open to everybody. */
  pageIds: number[] | null
  /** For the platform's keeper alone, or of no screen that the program knows. */
  isPlatform: boolean
}

/** All points of the menu in their order. */
export async function menuPoints(tx: Tx): Promise<MenuPoint[]> {
  return (await readPoints(tx)).map((point) => {
    const entry = point.kind === 'screen' ? screenOf(point.component) : undefined
    const page = entry?.page ?? null
    const pageIds = page === null || page === 'platform' ? null : [page].flat()
    return { ...point, pageIds, isPlatform: page === 'platform' || (point.kind === 'screen' && !entry) }
  })
}
