// A draft may wait for prices (ADR 0080); whatever leaves the draft has them all.
import type { DocumentDef } from '@chepu/contract/kernel/document'
import type { z } from 'zod'
import { invalid } from '../errors'
import type { GoodsDocument } from './kind'

/** Refuses a document of which a line still waits for its price, naming every such line. */
export function assertPriced(def: DocumentDef, { lines }: Pick<GoodsDocument, 'lines'>): void {
  const title = (def.line.shape['price'] as z.ZodType | undefined)?.meta()?.['title'] ?? '单价'
  const errors = lines.flatMap(({ isUnpriced, partCode }, i) =>
    isUnpriced ? [{ path: `lines.${i}.price`, message: `第${i + 1}行 [${partCode}] 请填写${String(title)}` }] : [],
  )
  if (errors.length > 0) invalid(errors)
}
