// The customer's word on what is to be done to his car, whoever brings it (business/repair 4.2).
import { z } from 'zod'
import { agreementMethods } from '../kernel/agreement-methods'
import { isPositive, sub } from '../kernel/decimal'
import { oneOf } from '../kernel/labelled'
import { id, landline, mobile, moment, text } from '../kernel/scalars'

const { signature, phone, counter } = agreementMethods
/** How the customer says yes to the desk. By a link he answers himself. */
export const deskMethods = { signature, phone } as const
/** And to the fast counter, whose orders alone take it: he stands there and pays. */
const takenMethods = { ...deskMethods, counter } as const

/** How he said it, and who he was: of a signature its picture, an 附件 of the order; of a call the number, and when it was. */
export const consentGiven = z.object({
  method: oneOf(takenMethods).meta({ title: '确认方式' }),
  by: text(20).min(1, '请填写确认人').meta({ title: '确认人' }),
  /** Absent, the number of who brings the car, else that of the customer. */
  phone: z
    .union([z.literal(''), mobile, landline], '请输入正确的电话号码')
    .default('')
    .meta({ title: '拨打电话' }),
  /** Absent, now. */
  calledAt: moment.nullable().default(null).meta({ title: '通话时间' }),
  signatureId: id.nullable().default(null).meta({ title: '客户签名' }),
})
/** As a desk brings it. */
export type ConsentGiven = z.output<typeof consentGiven>

/** And which lines he does without, and why; he agrees to all others that are open. */
export const consent = consentGiven.extend({
  declined: z
    .array(
      z.object({
        lineId: id.meta({ title: '明细' }),
        reason: text(60).min(1, '请选择不做的原因').meta({ title: '原因' }),
      }),
    )
    .max(500)
    .default([]),
})
/** An answer to the lines of an order: of the desk, or of the customer himself by a link, whose signature the link keeps. */
export type Consent = Pick<z.output<typeof consent>, 'by' | 'declined'> & { method: keyof typeof agreementMethods }

/** How far a line is. */
interface Advance {
  workState: string
  issuedQty: string
  returnedQty: string
}

/** Whether somebody has begun on a line, or its material is out: nobody does without what is done already (business/repair 4.2). */
export const isDone = ({ workState, issuedQty, returnedQty }: Advance): boolean =>
  workState !== 'waiting' || isPositive(sub(issuedQty, returnedQty))

interface AskedLine extends Advance {
  id: number
  agreement: string
  isConsumable: boolean
  labourLineId: number | null
}

/**
 * The lines that a customer does without, with what is used up by work that he does without: it is not used either (business/repair 4.5). What is
 * out of the stock already stays.
 */
export function declinedWhole(lines: readonly AskedLine[], declined: Consent['declined']): Consent['declined'] {
  const reasons = new Map(declined.map(({ lineId, reason }) => [lineId, reason]))
  const consumables = lines.flatMap((line) => {
    const reason = reasons.get(line.labourLineId ?? 0)
    const follows = line.isConsumable && line.agreement === 'open' && !reasons.has(line.id) && !isDone(line)
    return reason !== undefined && follows ? [{ lineId: line.id, reason }] : []
  })
  return [...declined, ...consumables]
}
