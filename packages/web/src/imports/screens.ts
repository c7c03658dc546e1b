import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  importExcel: { page: () => import('./import-excel') },
}
