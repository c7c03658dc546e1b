// What stands for the customer's word at the desk: his signature, or a call (business/repair 4.2).
import { signatureFile } from '@chepu/contract/kernel/customer-link'
import { fileTooLarge } from '@chepu/contract/kernel/file-limit'
import type { ConsentGiven } from '@chepu/contract/repair/consent'
import { reception } from '@chepu/contract/repair/reception'
import { invalid } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { WorkOrder } from './traits'

/**
 * Checks what a consent stands on, and keeps it: the picture of a signature, which nobody removes from then on, or the number that was called and
 * when. Answers what the log tells besides what was sent. Throws Failure invalid for a call without a number, or a picture that is no signature
 * for this order.
 */
export async function keepGiven(tx: CallerTx, order: WorkOrder, given: ConsentGiven): Promise<object> {
  if (given.method === 'counter') {
    if (order.orderKind === 'normal') fault('method', '请客户签字或电话确认')
    return { phone: '', calledAt: null }
  }
  if (given.method === 'signature') {
    await keepSignature(tx, order, given.signatureId)
    return { phone: '', calledAt: null }
  }
  if (given.signatureId !== null) fault('signatureId', '电话确认不用签名')
  const now = new Date().toISOString()
  const calledAt = given.calledAt ?? now
  if (Date.parse(calledAt) > Date.parse(now)) fault('calledAt', '通话时间不能晚于现在')
  const phone = given.phone || order.contactMobile || (await mobileOf(tx, order.partnerId))
  if (phone === '') fault('phone', '请填写拨打的电话')
  return { phone, calledAt }
}

const fault = (field: string, message: string): never => invalid([{ path: `input.${field}`, message }])

const mobileOf = async (tx: CallerTx, partnerId: number): Promise<string> => {
  const partner = await tx.one<{ mobile: string | null }>({
    name: 'mobile-of-customer',
    text: 'select mobile from partner where group_id = $1 and id = $2',
    values: [tx.groupId, partnerId],
  })
  return partner?.mobile ?? ''
}

/** He signs for one answer: on the order, or on the reception that becomes it. */
async function keepSignature(tx: CallerTx, order: WorkOrder, id: number | null): Promise<void> {
  if (id === null) fault('signatureId', '请客户签字')
  const file = await tx.one<{ contentType: string; byteCount: number }>({
    name: 'keep-signature',
    text: `update attachment set is_signature = true
      where group_id = $1 and id = $2 and stored_as is not null and not is_signature
        and (owner_kind = $3 and owner_id = $4 or owner_kind = $5 and owner_id = $6)
      returning content_type, byte_count`,
    values: [tx.groupId, id, order.kind, order.id, reception.kind, order.receptionId],
  })
  if (!file) fault('signatureId', '签名不属于本单据，或已用于另一次确认')
  if (file?.contentType !== 'image/png') fault('signatureId', '签名图片无法读取，请重新签名')
  if ((file?.byteCount ?? 0) > signatureFile.maxBytes) fault('signatureId', fileTooLarge(signatureFile))
}
