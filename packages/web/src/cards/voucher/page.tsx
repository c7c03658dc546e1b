import { VoucherList } from './list'

/** 办卡单: what was done with cards (business/cards 4). */
export default function CardVouchers() {
  return <VoucherList />
}
