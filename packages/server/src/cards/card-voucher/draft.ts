// What was typed into a 办卡单, whether it is being saved or is a document that is approved.
import { type VoucherField, voucherFields, type VoucherPurpose } from '@chepu/contract/cards/card-voucher'
import type { PayeePaper } from '@chepu/contract/cards/payee'
import { abs, type Decimal } from '@chepu/contract/kernel/decimal'
import { own } from '../../kernel/base/own'
import type { MoneySlip, SlipRequest } from '../../kernel/money/types'
import type { Opening } from './opening'

/** Amounts in yuan with 2 decimals; those of tenders are above zero in either direction. */
export interface Draft extends Record<VoucherField, unknown> {
  purpose: VoucherPurpose
  bizDate: string
  partnerId: number
  cardId: number | null
  cardNo: string
  cardTypeId: number | null
  vehicleId: number | null
  cardPackageId: number | null
  principalChange: Decimal
  /** Null is what the rule grants. */
  giftChange: Decimal | null
  pointsChange: Decimal
  penalty: Decimal
  payeeName: string
  payeeBank: string
  payeeAccount: string
  payeePaper: PayeePaper
  payeeIdNo: string
  payeeReason: string
  tenders: readonly { storeAccountId: number; amount: Decimal }[]
  /** What a 期初 knows besides; null of all others. */
  opening: Opening | null
}

/** What stands where nothing is said. */
const empty = {
  cardId: null,
  cardNo: '',
  cardTypeId: null,
  vehicleId: null,
  cardPackageId: null,
  principalChange: '0',
  giftChange: null,
  pointsChange: '0',
  penalty: '0',
  payeeName: '',
  payeeBank: '',
  payeeAccount: '',
  payeePaper: 'usual',
  payeeIdNo: '',
  payeeReason: '',
} satisfies Record<VoucherField, unknown>

/** What a request says of its purpose. Of the rest, which a page sends back as it was answered, nothing is taken. */
export function draftOf({ header, tenders }: Pick<SlipRequest, 'header' | 'tenders'>): Draft {
  const taken = (own(voucherFields, header.purpose) ?? []).map((field) => [field, header[field] ?? empty[field]])
  return { ...header, ...empty, ...Object.fromEntries(taken), tenders, opening: null } as unknown as Draft
}

/** What a saved document says. */
export const draftOfSlip = (slip: MoneySlip): Draft =>
  draftOf({
    header: slip as unknown as SlipRequest['header'],
    tenders: slip.tenders.map((tender) => ({ ...tender, amount: abs(tender.amount) })),
  })
