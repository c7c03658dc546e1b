import { shanghaiDay } from '@chepu/contract/kernel/time'
import { daysToClaim, deadlineText } from '@chepu/contract/warranty/deadline'
import { dayText } from '../../kit/base/format'
import './bill.css'

/** 申报截止: the last day on which a bill may be claimed, and how many are left while nobody has sent it. */
export function Deadline({ day, state }: { day: string | null | undefined; state: string }) {
  if (day == null) return null
  const days = daysToClaim({ claimBy: day, state }, shanghaiDay())
  if (days === null) return dayText(day)
  const { text, tone } = deadlineText(days)
  return (
    <span className={`wb-deadline wb-${tone}`} title={dayText(day)}>
      {day.slice(5)} {text}
    </span>
  )
}
