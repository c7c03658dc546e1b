import { shanghaiDay } from './time'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/**
 * How long ago a moment was: just now under 30 seconds, minutes under an hour, hours under a day, 1 day under two days,
 * otherwise its date in Asia/Shanghai (business/frame 9.4). Whole units passed; a moment ahead, by a clock that is wrong, is just now.
 */
export function relativeTime(at: string | Date, now: Date = new Date()): string {
  const moment = new Date(at)
  const age = now.getTime() - moment.getTime()
  if (age < 30 * second) return '刚刚'
  if (age < hour) return `${Math.max(1, Math.floor(age / minute))}分钟前`
  if (age < day) return `${Math.floor(age / hour)}小时前`
  if (age < 2 * day) return '1天前'
  return shanghaiDay(moment)
}
