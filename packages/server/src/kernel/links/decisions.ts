import type { Decided, Decision } from '@chepu/contract/kernel/customer-link'
import { invalid } from '../base/errors'

/**
 * What a customer said to the lines that he was shown, in the words that he read and in their order. Refuses an answer that leaves a line
 * open, or speaks of one twice or of another than was shown.
 */
export function decidedOn(
  shown: readonly { lineId: number; text: string }[],
  decisions: readonly Decision[],
): Decided[] {
  const said = new Map(decisions.map(({ seen: _, ...decision }) => [decision.lineId, decision]))
  const decided = shown.flatMap(({ lineId, text }) => {
    const decision = said.get(lineId)
    return decision ? [{ ...decision, text }] : []
  })
  if (decided.length < shown.length || decisions.length > shown.length)
    invalid([{ path: 'decisions', message: '请逐项选择同意或不同意' }])
  return decided
}
