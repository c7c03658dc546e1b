import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  cardPackage: { page: () => import('./package/page') },
  cardPackageAdd: { page: () => import('./package/editor') },
}
