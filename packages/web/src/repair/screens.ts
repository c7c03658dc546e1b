import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  repairReservation: {
    document: { kind: 'reservation', title: '预约单', paper: () => import('./reservation/paper') },
    page: () => import('./reservation/list'),
    editor: () => import('./reservation/editor'),
  },
  repairReservationOperate: { page: () => import('./reservation/editor') },
  repairReservationDetail: { page: () => import('./reservation/editor') },
  reception: {
    document: { kind: 'reception', title: '接车单', paper: () => import('./reception/paper') },
    page: () => import('./reception/list'),
    editor: () => import('./reception/editor'),
  },
  serviceItems: { page: () => import('./service-item/page'), editor: () => import('./service-item/editor') },
  repairWorkers: { page: () => import('./people/page') },
  workerTypes: { page: () => import('./people/worker-types') },
  businessTypes: { page: () => import('./types/page') },
}
