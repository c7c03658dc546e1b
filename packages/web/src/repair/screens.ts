import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  matValuation: { page: () => import('./valuation/page') },
}
