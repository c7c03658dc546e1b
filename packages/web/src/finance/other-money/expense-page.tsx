import { OtherMoneyPage } from './page'

/** 其他收支, expense first. */
export default function OtherExpensePage() {
  return <OtherMoneyPage first="out" />
}
