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
  missingPhotos: readonly string[]
}

/** Refuses a bill that lacks a proof, or is late, out of term or in doubt without a reason; all at once, by field. @throws Failure invalid */
export async function assertProven(tx: CallerTx, bill: WarrantyBill): Promise<void> {
  const [proof, doubts] = await Promise.all([proofOf(tx, bill), doubtsOf(tx, doubtedOf(bill))])
  const errors = [...headerFaults(bill, proof, doubts), ...lineFaults(bill), ...photoFaults(proof)]
  if (errors.length > 0) invalid(errors)
}

async function proofOf(tx: CallerTx, { id, vehicleId }: WarrantyBill): Promise<Proof> {
  const [car, missing] = await Promise.all([
    tx.one<{ vin: string | null }>({
      name: 'vin-of-warranty-bill',
      text: 'select vin from vehicle where group_id = $1 and id = $2',
      values: [tx.groupId, vehicleId],
    }),
    missingPhotos(tx, [id]),
  ])
  return { vin: car?.vin ?? null, missingPhotos: missing[0]?.names ?? [] }
}

const doubtedOf = ({ lines, causePartId, repairedOn, bizDate, ...bill }: WarrantyBill) => ({
  ...bill,
  day: repairedOn ?? bizDate,
  partIds: [...new Set([causePartId, ...lines.map(({ partId }) => partId)])].filter((id) => id !== null),
})
/** Photos that the terms of bills want by name and that the bills do not have (ADR 0387), of those that lack some, by id. */
export const missingPhotos = (
  tx: CallerTx,
  billIds: readonly number[],
): Promise<{ billId: number; billNo: string; names: string[] }[]> =>
  tx.query({
    name: 'photos-that-bills-lack',
    text: `select b.id as bill_id, b.bill_no, array_agg(w.name order by w.at) as names
      from repair_document b
      join manufacturer_policy_term t on t.group_id = b.group_id and t.id = b.policy_term_id
      cross join lateral unnest(t.photos) with ordinality as w (name, at)
      where b.group_id = $1 and b.id = any ($2::bigint[]) and not exists (select from attachment a
        where a.group_id = b.group_id and a.owner_kind = '${warrantyBill.kind}' and a.owner_id = b.id and a.stored_as is not null
          and a.content_type like 'image/%' and regexp_replace(a.file_name, '\\.[^.]*$', '') = w.name)
      group by b.id, b.bill_no order by b.id`,
    values: [tx.groupId, [...billIds]],
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

/** Every line is paid by somebody: it has a price, and comes to something. */
function lineFaults({ lines }: WarrantyBill): FieldError[] {
  if (lines.length === 0) return [{ path: 'labour', message: '请至少录入一行工时、材料或费用' }]
  return lines.flatMap(({ section, lineNo, price, netAmount }) => {
    const fault = (field: string, message: string) => [
      { path: `${section}.${lineNo - 1}.${field}`, message: `${titles[section]}第${lineNo}行 ${message}` },
    ]
    const title = section === 'materials' ? '索赔价' : '单价'
    if (price === null) return fault('price', `请填写${title}`)
    if (!isZero(netAmount)) return []
    if (isZero(price)) return fault('price', `${title}须大于0`)
    return section === 'labour' ? fault('stdHours', '工时须大于0') : fault('qty', '金额须大于0')
  })
}

const photoFaults = ({ missingPhotos: missing }: Proof): FieldError[] =>
  unless(missing.length === 0, 'photos', `还缺照片：${missing.join('、')}`)
