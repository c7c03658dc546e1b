export { addDays, lastDayOfMonth } from '@chepu/contract/kernel/calendar'
export { shanghaiDay } from '@chepu/contract/kernel/time'
