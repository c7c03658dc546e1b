import { CounterPage } from './counter-page'

/** 快修快保: plate, items, price, collect, on one page (business/fast-counter). */
export default function FastRepair() {
  return <CounterPage kind="fast" />
}
