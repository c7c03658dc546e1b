import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  threePackage: {
    document: { kind: 'warranty_bill', title: '三包单', paper: () => import('./bill/paper') },
    page: () => import('./bill/list'),
    editor: () => import('./bill/editor'),
  },
  claim: {
    document: { kind: 'warranty_claim', title: '索赔单', paper: () => import('./claim/paper') },
    page: () => import('./claim/list'),
    editor: () => import('./claim/editor'),
  },
  confirm: { page: () => import('./confirmation/page') },
  claimConfirmation: {
    document: { kind: 'claim_confirmation', title: '厂家确认单', paper: () => import('./confirmation/paper') },
    page: () => import('./confirmation/list'),
    editor: () => import('./confirmation/editor'),
  },
  oldPart: { page: () => import('./old-part/page') },
  oldPartReturn: {
    document: { kind: 'old_part_return', title: '旧件返厂单', paper: () => import('./old-part-return/paper') },
    page: () => import('./old-part-return/list'),
    editor: () => import('./old-part-return/editor'),
  },
  threeByBill: { page: () => import('./search/by-bill') },
  threeByItem: { page: () => import('./search/by-item') },
  threeByManufacturer: { page: () => import('./search/by-manufacturer') },
  threeByParts: { page: () => import('./search/by-part') },
  warrantySettlement: {
    document: { kind: 'warranty_settlement', title: '三包结算单', paper: () => import('./settlement/paper') },
    page: () => import('./settlement/list'),
    editor: () => import('./settlement/editor'),
  },
  manufacturerPolicy: { page: () => import('./policy/list'), editor: () => import('./policy/editor') },
  labourQuota: { page: () => import('./quota') },
}
