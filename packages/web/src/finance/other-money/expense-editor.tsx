import { OtherMoneyEditor } from './editor'

/** 其他支出单 (business/money-slips 1). */
export default function OtherExpenseEditor() {
  return <OtherMoneyEditor direction="out" />
}
