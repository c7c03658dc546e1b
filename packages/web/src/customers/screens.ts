import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  customer: { page: () => import('./customer-list') },
  customerAdd: { page: () => import('./partner/editor') },
  customerEdit: { page: () => import('./partner/editor') },
  suppliers: { page: () => import('./supplier-list') },
}
