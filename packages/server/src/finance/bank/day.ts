import { shanghaiDay } from '../../kernel/base/calendar'

/** Days before it are slips of a spreadsheet, such as 1899-12-30. */
const earliest = '2000-01-01'

/** What is wrong with a day on which money is said to have moved or been reconciled; '' when nothing (business/finance 4.2). */
export const bankDayFault = (day: string, today: string = shanghaiDay()): string =>
  day > today ? '不能晚于今天' : day < earliest ? `不能早于${earliest}` : ''
