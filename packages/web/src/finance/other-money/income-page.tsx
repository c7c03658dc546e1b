import { OtherMoneyPage } from './page'

/** 其他收支, income first. */
export default function OtherIncomePage() {
  return <OtherMoneyPage first="in" />
}
