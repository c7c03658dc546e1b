import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  businessScheduling: { page: () => import('./scheduling/board') },
  maintenanceProgressQuery: { page: () => import('./progress/board') },
  myWork: { page: () => import('./my-work/page') },
}
