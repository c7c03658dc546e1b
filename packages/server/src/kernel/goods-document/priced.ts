// A draft may wait for prices (ADR 0080); whatever leaves the draft has them all.
import type { DocumentDef } from '@chepu/contract/kernel/document'
import type { FieldError } from '@chepu/contract/kernel/errors'
import type { z } from 'zod'
import { invalid } from '../errors'
import type { GoodsDocument } from './kind'

/** What is said of lines, by index, whose price is missing. */
export function priceErrors(def: DocumentDef, at: readonly number[], partCodes: readonly string[] = []): FieldError[] {
  const title = (def.line.shape['price'] as z.ZodType | undefined)?.meta()?.['title'] ?? '单价'
  return at.map((i) => {
    const code = partCodes[i] === undefined ? '' : ` [${partCodes[i]}]`
    return { path: `lines.${i}.price`, message: `第${i + 1}行${code} 请填写${String(title)}` }
  })
}

/** Refuses a document of which a line still waits for its price, naming every such line. */
export function assertPriced(def: DocumentDef, { lines }: Pick<GoodsDocument, 'lines'>): void {
  const missing = lines.flatMap((line, i) => (line.isUnpriced ? [i] : []))
  const codes = lines.map((line) => line.partCode)
  if (missing.length > 0) invalid(priceErrors(def, missing, codes))
}
