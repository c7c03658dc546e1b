import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { defineMoneyDocument, moneyHeader, moneySections } from '../kernel/money-document'
import { type Decimal, money, sub } from '../kernel/decimal'
import { oneOf } from '../kernel/labelled'
import { reference } from '../kernel/references'
import { amount, code, id, signedAmount, text } from '../kernel/scalars'
import { payeePapers } from './payee'

/** What a 办卡单 does to a card (business/cards 4). */
export const voucherPurposes = {
  open: '开卡',
  recharge: '充值',
  package_sale: '购套餐',
  grant: '赠送',
  replace: '换卡',
  lost: '挂失',
  found: '解挂',
  freeze: '冻结',
  unfreeze: '解冻',
  rebind: '改绑车辆',
  refund_card: '退卡',
  expire: '过期结转',
  opening: '期初',
} as const
export type VoucherPurpose = keyof typeof voucherPurposes

/** Purposes that the program alone makes documents of. */
const programPurposes = ['expire', 'opening'] as const
/** Purposes that people make documents of. */
export type DeskPurpose = Exclude<VoucherPurpose, (typeof programPurposes)[number]>
/** Whether nobody but the program makes documents of a purpose. */
export const isByProgram = (purpose: string): boolean => programPurposes.some((each) => each === purpose)

/** The button that a purpose needs, besides those of the document. */
export const voucherButton = (purpose: DeskPurpose): number =>
  button(
    'card',
    (
      {
        open: 'open',
        recharge: 'recharge',
        package_sale: 'package',
        grant: 'grant',
        replace: 'replace',
        rebind: 'replace',
        lost: 'loss',
        found: 'loss',
        freeze: 'freeze',
        unfreeze: 'freeze',
        refund_card: 'refund',
      } as const
    )[purpose],
  )

/** Fields of the header that some purposes have alone. */
export type VoucherField =
  | 'cardId'
  | 'cardNo'
  | 'cardTypeId'
  | 'vehicleId'
  | 'cardPackageId'
  | 'principalChange'
  | 'giftChange'
  | 'pointsChange'
  | 'penalty'
  | 'payeeName'
  | 'payeeBank'
  | 'payeeAccount'
  | 'payeePaper'
  | 'payeeIdNo'
  | 'payeeReason'

const payee = ['payeeName', 'payeeBank', 'payeeAccount', 'payeePaper', 'payeeIdNo', 'payeeReason'] as const

/** What each purpose takes; all else of it stays empty. Editors show these fields, and the server refuses the others. */
export const voucherFields: Readonly<Record<VoucherPurpose, readonly VoucherField[]>> = {
  open: ['cardTypeId', 'cardNo', 'vehicleId', 'principalChange', 'giftChange', 'cardPackageId'],
  recharge: ['cardId', 'principalChange', 'giftChange'],
  package_sale: ['cardId', 'cardPackageId', 'vehicleId'],
  grant: ['cardId', 'giftChange', 'pointsChange'],
  replace: ['cardId', 'cardNo'],
  lost: ['cardId'],
  found: ['cardId'],
  freeze: ['cardId'],
  unfreeze: ['cardId'],
  rebind: ['cardId', 'vehicleId'],
  refund_card: ['cardId', 'penalty', ...payee],
  expire: ['cardId', 'giftChange'],
  opening: ['cardTypeId', 'cardNo', 'vehicleId', 'principalChange', 'giftChange', 'pointsChange'],
}

/** Why somebody holds no card (business/cards 3). */
export const noHolder = '请先登记客户资料，零散客户不能办卡'

/** Why a new card does not get a number, kept in capitals: scanners and keyboards of a counter send letters, digits and hyphens alone. Cards that are there keep theirs. */
export const newCardNoFault = (cardNo: string): string | undefined =>
  /^[A-Z0-9-]*$/.test(cardNo) ? undefined : '卡号只能由字母、数字和短横线组成'

/** Whether documents of a purpose give a card the number that they name. */
export const givesNumber = (purpose: string): boolean => purpose === 'open' || purpose === 'replace'

/** Whether documents of a purpose are about a card that their customer has in his hands. A lost one he has not, and a new number is none that he shows. */
export const isShown = (purpose: string): boolean =>
  ['recharge', 'package_sale', 'grant', 'freeze', 'rebind', 'refund_card'].includes(purpose)

/** Whether money is paid by documents of a purpose, in either direction. */
export const isPaid = (purpose: string): boolean =>
  ['open', 'recharge', 'package_sale', 'refund_card'].includes(purpose)

/** What of 应收 the customer was left to owe by a document, yuan with 2 decimals; of 退卡, which pays out, nothing. */
export const onCreditOf = (header: { purpose: string; amountDue: Decimal; total: Decimal }): Decimal =>
  header.purpose === 'refund_card' ? '0.00' : money(sub(header.amountDue, header.total))

/** What is done again in the same way; the rest happens to a card once, or the program alone does it. */
const again: readonly VoucherPurpose[] = ['recharge', 'package_sale', 'grant']

const entry = (['open', 'recharge', 'package', 'replace', 'loss', 'freeze', 'refund', 'grant'] as const).map((action) =>
  button('card', action),
)
const approve = button('card_voucher', 'approve')
const name = z.string().nullable()

/** 办卡单: the only thing beside settlements and refunds that changes a card (business/cards 4). What of 应收 no account pays is owed by the customer. */
export const cardVoucher = defineMoneyDocument({
  kind: 'card_voucher',
  title: '办卡单',
  prefix: 'KK',
  path: 'card-voucher',
  area: 'finance',
  partnerTitle: '客户',
  copiedWith: { field: 'purpose', values: again },
  buttons: {
    view: [pageOf('card_voucher'), pageOf('card')],
    add: entry,
    update: entry,
    print: button('card_voucher', 'print'),
    export: button('card_voucher', 'export'),
  },
  header: moneyHeader.extend({
    partnerId: id.meta({ title: '客户' }),
    salespersonId: reference('employee').nullable().default(null).meta({ title: '销售人' }),
    purpose: oneOf(voucherPurposes).meta({ title: '类型' }),
    cardId: id.nullable().default(null).meta({ title: '会员卡' }),
    /**
     * The number of a new card, or the new one of a card; drawn where it is empty. Of a document about a card that was shown, the whole number as it was typed or scanned: by it
     * the customer need not be one of the caller's.
     */
    cardNo: code(30).toUpperCase().default('').meta({ title: '卡号' }),
    cardTypeId: id.nullable().default(null).meta({ title: '卡类型' }),
    /** The car that the card, or the package that is sold, is good for alone. */
    vehicleId: id.nullable().default(null).meta({ title: '绑定车辆' }),
    cardPackageId: id.nullable().default(null).meta({ title: '套餐' }),
    principalChange: signedAmount.default('0').meta({ title: '本金±' }),
    /** What the rule of the type grants where nothing is said. */
    giftChange: signedAmount.nullable().default(null).meta({ title: '赠金±' }),
    pointsChange: signedAmount.default('0').meta({ title: '积分±' }),
    penalty: amount.default('0').meta({ title: '违约金' }),
    payeeName: text(60).default('').meta({ title: '收款人' }),
    payeeBank: text(100).default('').meta({ title: '开户行' }),
    payeeAccount: text(40).default('').meta({ title: '收款账号' }),
    payeePaper: oneOf(payeePapers).default('usual').meta({ title: '证件类型' }),
    payeeIdNo: text(30).toUpperCase().default('').meta({ title: '证件号码' }),
    /** Why somebody else than the holder of the card is paid. */
    payeeReason: text(200).default('').meta({ title: '非本人收款原因' }),
  }),
  /** What follows from what was typed, yuan with 2 decimals, and names. */
  answers: {
    amountDue: z.string(),
    /** What packages that come are sold for, or those that go are still worth. */
    packageChange: z.string(),
    cardTypeName: name,
    plate: name,
    cardPackageName: name,
  },
  sections: { tenders: moneySections.tenders },
  columns: {
    cardNo: { title: '卡号', filter: 'contains', width: 110, isKey: true, chars: 16 },
    amountDue: { title: '应收', kind: 'money', isKey: true },
    total: { title: '实收' },
    principalChange: { title: '本金±', kind: 'money', isKey: true },
    giftChange: { title: '赠金±', kind: 'money', isKey: true },
    pointsChange: { title: '积分±', kind: 'money', hidden: true },
    packageChange: { title: '套餐±', kind: 'money' },
    accountNames: { title: '收付账户' },
    salespersonName: { title: '销售人' },
  },
  actions: {
    submit: { label: '提交', from: ['draft'], to: ['submitted'], button: entry, stamp: 'submitted' },
    withdraw: { label: '撤回', from: ['submitted'], to: ['draft'], button: entry, stamp: 'cleared' },
    reject: { label: '驳回', from: ['submitted'], to: ['draft'], button: approve, stamp: 'cleared', reason: true },
    void: { label: '作废', from: ['draft', 'submitted'], to: ['voided'], button: entry, reason: true },
    approve: {
      label: '审核',
      from: ['draft', 'submitted'],
      to: ['done'],
      button: approve,
      stamp: 'approved',
      isApproval: true,
    },
    reverse: {
      label: '红冲',
      from: ['done'],
      to: ['reversed'],
      button: button('card_voucher', 'reverse'),
      reason: true,
      preview: true,
    },
  },
})
