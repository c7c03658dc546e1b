import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  booksCheck: { page: () => import('./books-check') },
}
