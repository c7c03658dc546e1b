import type { LogRow } from '@chepu/contract/kernel/document-calls'

const steps = new Set(['confirm', 'confirmAdded'])

/** The customer's last word in the log of an order, newest first; by a link with the link that he signed. */
export function lastAgreement(log: readonly LogRow[]): LogRow | undefined {
  const at = log.findIndex(({ action, agreedBy }) => steps.has(action) && agreedBy !== null)
  const row = log[at]
  if (row?.method !== 'link') return row
  // What came by a link is noted with its signature right after.
  const answer = log.slice(0, at).findLast(({ signedBy }) => signedBy !== null)
  return { ...row, signedBy: answer?.signedBy ?? null }
}
