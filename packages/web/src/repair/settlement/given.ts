import type { BodyOf } from '@chepu/contract/kernel/route'
import { isDecimal } from '@chepu/contract/kernel/typed'
import type { settlementPreview } from '@chepu/contract/repair/settlement'
import type { HeaderValues } from '../../kit/document/document-editor-store'

type Given = BodyOf<typeof settlementPreview>
export type Insurer = NonNullable<Given['insurers']>[number]

const figure = (value: unknown) => (isDecimal(String(value ?? '')) ? String(value) : '0')

/** Insurers as the header of a settlement has them. */
export const insurersOf = (header: HeaderValues): Insurer[] => (header['insurers'] ?? []) as Insurer[]

/** What of a settlement decides its figures. */
export const givenOf = (header: HeaderValues): Given => ({
  workOrderId: Number(header['workOrderId']),
  orderDiscount: figure(header['orderDiscount']),
  insurers: insurersOf(header).map((each) => ({
    ...each,
    deductible: figure(each.deductible),
    salvage: figure(each.salvage),
  })),
  packageUses: (header['packageUses'] ?? []) as NonNullable<Given['packageUses']>,
  couponNos: (header['couponNos'] ?? []) as string[],
})
