import { daysBetween } from '../kernel/calendar'
import type { BillState } from './warranty-bill'

/** Bills that nobody has sent to their manufacturer yet. */
export const unsent: readonly BillState[] = ['draft', 'submitted', 'approved']

/** From so many days before its last day on a deadline is pressing. */
export const pressingDays = 5

/** How many days are left to claim a bill, below zero once its last day is over; null of what has no deadline, or was sent, or came to nothing (business/three-guarantees 3.6). */
export const daysToClaim = (
  { claimBy, state }: { claimBy: string | null | undefined; state: string },
  today: string,
): number | null => (claimBy == null || !unsent.includes(state as BillState) ? null : daysBetween(today, claimBy))

/** The deadline in words, and how it presses: 剩 4 天, 今天截止, 超期 2 天. */
export function deadlineText(days: number): { text: string; tone: 'calm' | 'pressing' | 'over' } {
  if (days < 0) return { text: `超期 ${-days} 天`, tone: 'over' }
  const tone = days <= pressingDays ? 'pressing' : 'calm'
  return { text: days === 0 ? '今天截止' : `剩 ${days} 天`, tone }
}
