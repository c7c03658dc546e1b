import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  manufacturerPolicy: { page: () => import('./policy/list'), editor: () => import('./policy/editor') },
  labourQuota: { page: () => import('./quota') },
}
