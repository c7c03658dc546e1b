/** When a technician worked on a line; moments as ISO 8601. */
interface Worked {
  startedAt: string | null
  finishedAt: string | null
  pauses: readonly { fromAt: string; untilAt: string | null }[]
}

const minute = 60_000

/**
 * Whole minutes that a technician has worked on a line until `now`: from his beginning to his end, without the time that it stood still
 * (business/repair 6.4).
 */
export function workedMinutes({ startedAt, finishedAt, pauses }: Worked, now: string): number {
  if (startedAt === null) return 0
  const end = finishedAt ?? now
  const between = (from: string, until: string) => Math.max(0, Date.parse(until) - Date.parse(from))
  const earlier = (a: string, b: string) => (Date.parse(a) < Date.parse(b) ? a : b)
  const still = pauses.reduce((sum, { fromAt, untilAt }) => sum + between(fromAt, earlier(untilAt ?? end, end)), 0)
  return Math.floor(Math.max(0, between(startedAt, end) - still) / minute)
}
