import { everyRole, type PartnerRole } from '@chepu/contract/kernel/partner-roles'
import { button } from '@chepu/contract/access/catalogue'
import type { AccountSide } from '@chepu/contract/kernel/money-document'
import { accountQueries, type AccountQueries, payableRoutes, receivableRoutes } from '@chepu/contract/finance/accounts'
import type { FieldKey } from '@chepu/contract/kernel/fields'
import { collection } from '@chepu/contract/finance/collection'
import { payment } from '@chepu/contract/finance/payment'
import type { DocumentDef } from '@chepu/contract/kernel/document'

/** What differs between 应收账款 and 应付账款. */
export interface Side {
  side: AccountSide
  screen: 'receivableAccount' | 'payableAccount'
  title: string
  queries: AccountQueries
  routes: typeof receivableRoutes
  /** Field that shows the figures. */
  field: FieldKey
  roles: readonly PartnerRole[]
  /** Kind, word and button of the money document. */
  slip: { document: DocumentDef; title: string; button: number }
  advance: string
  keeper: string
  buttons: { statement: number; adjust: number; opening: number; export: number }
}

const buttonsOf = (group: 'receivable' | 'payable') => ({
  statement: button(group, 'statement'),
  adjust: button(group, 'adjust'),
  opening: button(group, 'opening'),
  export: button(group, 'export'),
})

export const receivable: Side = {
  side: 'AR',
  screen: 'receivableAccount',
  title: '应收账款',
  queries: accountQueries.AR,
  routes: receivableRoutes,
  field: 'ar_balance',
  roles: everyRole,
  slip: { document: collection, title: '收款', button: button('collection', 'add') },
  advance: '预收',
  keeper: '业务员',
  buttons: buttonsOf('receivable'),
}

export const payable: Side = {
  side: 'AP',
  screen: 'payableAccount',
  title: '应付账款',
  queries: accountQueries.AP,
  routes: payableRoutes,
  field: 'purchase_price',
  roles: everyRole,
  slip: { document: payment, title: '付款', button: button('payment', 'add') },
  advance: '预付',
  keeper: '采购员',
  buttons: buttonsOf('payable'),
}
