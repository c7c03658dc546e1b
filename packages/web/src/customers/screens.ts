import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  customer: { page: () => import('./customer-list') },
  customerAdd: { page: () => import('./partner/editor') },
  customerEdit: { page: () => import('./partner/editor') },
  customerDetail: { page: () => import('./detail/page') },
  moreQuestion: { page: () => import('./search/page') },
  followUp: { page: () => import('./follow-up/page') },
  suppliers: { page: () => import('./supplier-list') },
}
