import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  repairBilling: {
    document: { kind: 'work_order', title: '工单', paper: () => import('./work-order/paper') },
    // Opened from the menu it begins an order; the list of orders is a page of its own.
    page: () => import('./work-order/editor'),
    editor: () => import('./work-order/editor'),
  },
  fastRepair: { page: () => import('./fast/page') },
  repairGoodsTrade: { page: () => import('./fast/goods') },
  repair: { page: () => import('./work-order/list') },
  recordsRepair: { page: () => import('./records/query') },
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
  insuranceCase: {
    document: { kind: 'insurance_case', title: '保险案件', paper: () => import('./insurance-case/paper') },
    page: () => import('./insurance-case/list'),
    editor: () => import('./insurance-case/editor'),
  },
  inspection: { page: () => import('./inspection/page'), editor: () => import('./inspection/entry') },
  businessTypes: { page: () => import('./types/page') },
  businessScheduling: { page: () => import('./scheduling/board') },
  maintenanceProgressQuery: { page: () => import('./progress/board') },
  myWork: { page: () => import('./my-work/page') },
  matValuation: { page: () => import('./valuation/page') },
  costSettlement: {
    document: { kind: 'repair_settlement', title: '费用结算单', paper: () => import('./settlement/paper') },
    page: () => import('./settlement/list'),
    editor: () => import('./settlement/editor'),
  },
  refundOrder: {
    document: { kind: 'repair_refund', title: '维修退单', paper: () => import('./refund/paper') },
    page: () => import('./refund/list'),
    editor: () => import('./refund/editor'),
  },
}
