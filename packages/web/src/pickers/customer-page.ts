import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { customerPagePurpose } from '@chepu/contract/cards/customer-page'
import { customerButtons } from '@chepu/contract/customers/partner'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import type { PrintLink } from '../kit/print/print-link'

/** Buttons by which customers are given papers of their orders and cards. */
const givers = [repairSettlement, cardVoucher].map(({ buttons: { view, print = view } }) => print)

/** 客户页面 as a code on slips (business/cards 10). */
export const customerPageOnSlips: PrintLink = {
  purpose: customerPagePurpose,
  note: '扫码查看您的会员卡、套餐、代金券和消费记录',
  mayMake: ({ has, sees }) => has(customerButtons.view) && sees('doc_price') && givers.some(has),
}
