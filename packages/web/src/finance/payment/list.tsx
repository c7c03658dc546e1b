import { payment, paymentPurposes } from '@chepu/contract/finance/payment'
import { SlipList } from '../slip/list'

/** 付款单列表 (business/finance 7.1). */
export default function PaymentList() {
  return (
    <SlipList
      document={payment}
      purposes={paymentPurposes}
      titles={{ total: '付款额', advance: '预付额', payer: '实际收款人' }}
    />
  )
}
