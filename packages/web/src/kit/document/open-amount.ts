import { isPositive } from '@chepu/contract/kernel/decimal'

/** Whether money of a posted document is still open, so that it can be collected, paid or refunded. Unknown where amounts are hidden. */
export const hasOpenAmount = ({ openAmount }: { openAmount?: unknown }): boolean =>
  typeof openAmount === 'string' && isPositive(openAmount)
