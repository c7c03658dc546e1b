import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  picking: {
    document: { kind: 'picking', title: '领料单', paper: () => import('./picking/paper') },
    page: () => import('./desk/board'),
    editor: () => import('./picking/editor'),
  },
  pickingByNumber: { page: () => import('./desk/by-number') },
  pickingByParts: { page: () => import('./desk/by-parts') },
  pickingReturn: {
    document: { kind: 'picking_return', title: '退料单', paper: () => import('./picking-return/paper') },
    page: () => import('./picking-return/list'),
    editor: () => import('./picking-return/editor'),
  },
  pickingNumberQuery: { page: () => import('./query/picked-documents') },
  pickingPartsQuery: { page: () => import('./query/picked-parts') },
  pickingReturnNumberQuery: { page: () => import('./query/returned-documents') },
  pickingReturnPartsQuery: { page: () => import('./query/returned-parts') },
}
