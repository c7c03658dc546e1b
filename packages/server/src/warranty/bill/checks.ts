// What a bill must prove before anybody approves it (business/three-guarantees 3.6).
import type { FieldError } from '@chepu/contract/kernel/errors'
import { isZero } from '@chepu/contract/kernel/decimal'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { shanghaiDay } from '../../kernel/base/calendar'
import { invalid } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { doubtsOf } from './doubts'
import type { WarrantyBill } from './types'

interface Proof {
  vin: string | null
  /** Names of photos that its terms want, and of those that it has. */
  wanted: string[]
  photos: string[]
}

/** Refuses a bill that lacks a proof, or is late, out of term or in doubt without a reason; all at once, by field. @throws Failure invalid */
export async function assertProven(tx: CallerTx, bill: WarrantyBill): Promise<void> {
  const [proof, doubts] = await Promise.all([proofOf(tx, bill), doubtsOf(tx, doubtedOf(bill))])
  const errors = [...headerFaults(bill, proof, doubts), ...lineFaults(bill), ...photoFaults(proof)]
  if (errors.length > 0) invalid(errors)
}

async function proofOf(tx: CallerTx, { id, vehicleId, policyTermId }: WarrantyBill): Promise<Proof> {
  const proof = await tx.one<Proof>({
    name: 'proof-of-warranty-bill',
    text: `select (select v.vin from vehicle v where v.group_id = $1 and v.id = $2) as vin,
      coalesce((select t.photos from manufacturer_policy_term t where t.group_id = $1 and t.id = $3), '{}') as wanted,
      array(select regexp_replace(a.file_name, '\\.[^.]*$', '') from attachment a where a.group_id = $1 and a.owner_kind = '${warrantyBill.kind}'
        and a.owner_id = $4 and a.stored_as is not null and a.content_type like 'image/%') as photos`,
    values: [tx.groupId, vehicleId, policyTermId, id],
  })
  return proof as Proof
}

const doubtedOf = ({ lines, causePartId, repairedOn, bizDate, ...bill }: WarrantyBill) => ({
  ...bill,
  day: repairedOn ?? bizDate,
  partIds: [...new Set([causePartId, ...lines.map(({ partId }) => partId)])].filter((id) => id !== null),
})

const at = (field: string, message: string): FieldError => ({ path: `header.${field}`, message })
const unless = (isThere: boolean, field: string, message: string) => (isThere ? [] : [at(field, message)])

function headerFaults(bill: WarrantyBill, { vin }: Proof, doubts: readonly string[]): FieldError[] {
  const asked = [...lateness(bill), ...doubts].join('，')
  const isReplaced = bill.handling === 'replace'
  return [
    ...(bill.vehicleId === null
      ? unless(bill.boughtOn !== null, 'boughtOn', '请填写购买日期')
      : carFaults(bill, vin ?? '')),
    ...unless(bill.faultCodeId !== null || bill.complaint !== '', 'faultCodeId', '请选择故障代码或填写故障描述'),
    ...unless(bill.handling !== null, 'handling', '请选择处理方式'),
    ...unless(!isReplaced || bill.causePartId !== null, 'causePartId', '更换的三包单请选择主因件'),
    ...unless(bill.repairedOn !== null, 'repairedOn', '请填写修理日期'),
    ...unless(asked === '' || bill.termReason !== '', 'termReason', `${asked}，请填写申报说明`),
  ]
}

function carFaults({ checkedVin, invoicedOn, mileage }: WarrantyBill, vin: string): FieldError[] {
  const ofVin =
    vin === ''
      ? [at('vehicleId', '车辆没有车架号，请先在车辆资料补录')]
      : unless(
          checkedVin === vin,
          'checkedVin',
          checkedVin === '' ? '请填写核对VIN' : `核对VIN ${checkedVin} 与车辆车架号 ${vin} 不一致`,
        )
  return [
    ...ofVin,
    ...unless(invoicedOn !== null, 'invoicedOn', '请填写购车日期'),
    ...unless(mileage !== null, 'mileage', '请填写里程'),
  ]
}

/** What its terms want a reason for, in words; nothing where it is in time and within them. */
function lateness({ claimBy, isInTerm, termText }: WarrantyBill): string[] {
  const late = claimBy !== null && claimBy < shanghaiDay() ? [`已过申报期限 ${claimBy}`] : []
  return [...late, ...(isInTerm === false ? [termText] : [])]
}

const titles: Readonly<Record<string, string>> = { labour: '工时', materials: '材料', extras: '费用' }

function lineFaults({ lines }: WarrantyBill): FieldError[] {
  if (lines.length === 0) return [{ path: 'labour', message: '请至少录入一行工时、材料或费用' }]
  return lines
    .filter(({ section, price }) => price === null || (section === 'materials' && isZero(price)))
    .map(({ section, lineNo }) => ({
      path: `${section}.${lineNo - 1}.price`,
      message: `${titles[section]}第${lineNo}行 请填写${section === 'materials' ? '索赔价' : '单价'}`,
    }))
}

function photoFaults({ wanted, photos }: Proof): FieldError[] {
  const missing = wanted.filter((name) => !photos.includes(name))
  return missing.length === 0 ? [] : [at('photos', `还缺照片：${missing.join('、')}`)]
}
