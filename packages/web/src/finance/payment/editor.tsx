import { payment, paymentPurposes } from '@chepu/contract/finance/payment'
import { SlipEditor } from '../slip/editor'

/** 付款单 (business/finance 7.1). */
export default function PaymentEditor() {
  return <SlipEditor document={payment} purposes={paymentPurposes} direction="out" payerTitle="实际收款人" />
}
