import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  serviceItems: { page: () => import('./service-item/page'), editor: () => import('./service-item/editor') },
  repairWorkers: { page: () => import('./people/page') },
  workerTypes: { page: () => import('./people/worker-types') },
  inspection: { page: () => import('./inspection/page'), editor: () => import('./inspection/entry') },
  businessTypes: { page: () => import('./types/page') },
}
