import { isZero } from '@chepu/contract/kernel/decimal'
import type { issuingStates } from '@chepu/contract/repair/work-order'
import type { RepairLine } from '../../kernel/repair/types'
import { netIssued } from './material'

/** Lines that the customer wants done. */
export const agreedLines = (lines: readonly RepairLine[]): RepairLine[] =>
  lines.filter(({ agreement }) => agreement === 'agreed')

/**
 * The state of an order that is being worked on, as its agreed labour says (business/repair 4.1): nobody has begun, somebody has, or all of it is
 * finished. An order of material alone waits for its check.
 */
export function progressOf(lines: readonly RepairLine[]): (typeof issuingStates)[number] {
  const labour = agreedLines(lines).filter(({ section }) => section === 'labour')
  if (labour.every(({ workState }) => workState === 'finished' || workState === 'passed')) return 'waiting_check'
  return labour.some(({ workState }) => workState !== 'waiting') ? 'in_progress' : 'confirmed'
}

/** Material that stays in the car: what was issued and not taken back. */
export const hasIssued = (lines: readonly RepairLine[]): boolean => lines.some((line) => !isZero(netIssued(line)))
