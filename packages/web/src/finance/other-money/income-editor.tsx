import { OtherMoneyEditor } from './editor'

/** 其他收入单 (business/money-slips 1). */
export default function OtherIncomeEditor() {
  return <OtherMoneyEditor direction="in" />
}
