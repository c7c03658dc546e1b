import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  oldPart: { page: () => import('./old-part/page') },
  oldPartReturn: {
    document: { kind: 'old_part_return', title: '旧件返厂单', paper: () => import('./old-part-return/paper') },
    page: () => import('./old-part-return/list'),
    editor: () => import('./old-part-return/editor'),
  },
}
