import { TextFilter } from '../../kit/list/filters'

/** 退货原因 of sales returns, which is typed. */
export const reasonFilter = <TextFilter name="reason" title="退货原因" />
