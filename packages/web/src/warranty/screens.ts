import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  threePackage: {
    document: { kind: 'warranty_bill', title: '三包单', paper: () => import('./bill/paper') },
    page: () => import('./bill/list'),
    editor: () => import('./bill/editor'),
  },
  manufacturerPolicy: { page: () => import('./policy/list'), editor: () => import('./policy/editor') },
  labourQuota: { page: () => import('./quota') },
}
