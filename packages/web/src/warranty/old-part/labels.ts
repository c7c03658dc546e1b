import { type OldPartLabel, tagOldParts } from '@chepu/contract/warranty/old-part'
import { call, newIdempotencyKey } from '../../kit/base/call'
import { dayText } from '../../kit/base/format'
import type { LabelText } from '../../kit/print/label-template'

/** The sticker of an old part, 50x30 mm: what it is, off which car, by which bill, since when; its mark is the tag (business/three-guarantees 6.1). */
export const oldPartLabel = ({ tagNo, partName, partCode, vin, billNo, storedOn }: OldPartLabel): LabelText => ({
  title: partName,
  lines: [[partCode, vin ? `VIN ${vin.slice(-8)}` : ''].filter(Boolean).join('  '), `${billNo}  ${dayText(storedOn)}`],
  code: tagNo,
})

/** Notes that old parts are labelled, and answers their stickers in the order asked for. */
export async function labelsOf(ids: readonly number[]): Promise<LabelText[]> {
  const { labels } = await call(tagOldParts, { body: { ids: [...ids] }, idempotencyKey: newIdempotencyKey() })
  return labels.map(oldPartLabel)
}
