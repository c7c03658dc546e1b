import { isZero, sumOf } from '@chepu/contract/kernel/decimal'
import { linePauseKinds, type WorkCard } from '@chepu/contract/repair/dispatch'
import { qtyText, timeText } from '../../kit/base/format'

/** 95 minutes are 1小时35分. */
export function minutesText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return hours > 0 ? `${hours}小时${rest}分` : `${rest}分`
}

/** Hours without zeros behind: 1.5工时. */
export const hoursText = (hours: string): string => `${qtyText(sumOf([hours], (each) => each))}工时`

/** The standard hours of a line; one at a fixed price may have none. */
export const standardText = (hours: string): string => (isZero(hours) ? '未定工时' : hoursText(hours))

/** HH:mm of a moment of today, with its day of another. */
export const momentText = (moment: string, today: string): string => {
  const text = timeText(moment)
  return text.slice(0, 10) === today ? text.slice(11, 16) : text.slice(5, 16)
}

/** Why nobody goes on with a line just now. */
export function pauseText({ technicians }: WorkCard): string {
  const pause = technicians.find((row) => row.pause !== null)?.pause
  if (!pause) return ''
  const kind = (linePauseKinds as Record<string, string>)[pause.kind] ?? ''
  return pause.reason ? `${kind}：${pause.reason}` : kind
}

/** Who is on a line, with shares where several are. */
export const techniciansText = ({ technicians }: WorkCard): string => technicians.map(({ name }) => name).join('、')
