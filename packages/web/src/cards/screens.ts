import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  cardReport: { page: () => import('./report/query') },
  cardPackage: { page: () => import('./package/page') },
  cardPackageAdd: { page: () => import('./package/editor') },
}
