import { WordFilter } from '../../pickers/filters'

/** 退货原因 of purchase returns. */
export const reasonFilter = <WordFilter name="reason" title="退货原因" words="purchase_return_reason" />
