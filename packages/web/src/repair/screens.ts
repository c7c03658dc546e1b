import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  costSettlement: {
    document: { kind: 'repair_settlement', title: '费用结算单', paper: () => import('./settlement/paper') },
    page: () => import('./settlement/list'),
    editor: () => import('./settlement/editor'),
  },
}
