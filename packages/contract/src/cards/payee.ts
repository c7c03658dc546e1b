// To whom the money of a card that is given back is paid (business/cards 4): one rule for the form and the server.
import { creditCode } from '../kernel/credit-code'
import { isIdentityNumber } from '../kernel/identity-number'

/** What paper a payee shows. */
export const payeePapers = {
  usual: '身份证（单位：统一社会信用代码）',
  passport: '护照',
  other: '其他证件',
} as const
export type PayeePaper = keyof typeof payeePapers

/** What is recorded of a payee; blank where nothing was typed. */
interface Payee {
  payeeName: string
  payeePaper: PayeePaper
  payeeIdNo: string
  payeeReason: string
}

/** Who may be paid without a word: a person or his contacts by their names, a company by its own. */
export interface Holder {
  isCompany: boolean
  names: string[]
}

/** Signs that say why somebody else is paid. */
const leastReason = 5

const plain = (name: string): string => name.replaceAll(/[\s·.．()（）]/g, '').toUpperCase()

/** Whether a payee is the holder of the card, whatever blanks, points and brackets there are in his name. */
const isHolder = ({ names }: Pick<Holder, 'names'>, payeeName: string): boolean =>
  names.some((name) => plain(name) === plain(payeeName))

/** What is wrong with a payee, by field; a blank name or number is no fault here. */
export function payeeFaults(payee: Payee, holder: Holder): { field: keyof Payee; message: string }[] {
  const isOwn = payee.payeeName === '' || isHolder(holder, payee.payeeName)
  const reason = isOwn || payee.payeeReason.trim().length >= leastReason
  return [
    ...(reason
      ? []
      : [
          {
            field: 'payeeReason' as const,
            message: `收款人「${payee.payeeName}」不是客户本人（${holder.names.join('、')}），请填写原因，至少${leastReason}个字`,
          },
        ]),
    ...paperFaults(payee, isOwn ? (holder.isCompany ? 'company' : 'person') : 'anybody'),
  ]
}

const isCredit = (number: string): boolean => creditCode.safeParse(number).success

function paperFaults(
  { payeePaper, payeeIdNo }: Payee,
  who: 'company' | 'person' | 'anybody',
): { field: 'payeeIdNo'; message: string }[] {
  const number = payeeIdNo.trim().toUpperCase()
  if (number === '' || payeePaper !== 'usual') return []
  const isGood = (who !== 'company' && isIdentityNumber(number)) || (who !== 'person' && isCredit(number))
  if (isGood) return []
  const title = { company: '统一社会信用代码', person: '身份证号', anybody: '身份证号或统一社会信用代码' }[who]
  return [{ field: 'payeeIdNo', message: `${title}不正确，请核对；其他证件请选择证件类型` }]
}
