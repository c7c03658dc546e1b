import { MasterTabs } from '../../kit/form/master-tabs'
import { Coupons } from '../coupon/coupons'
import { VoucherList } from './list'

/** 办卡单: what was done with cards, and 代金券 beside it (business/cards 4, 6). */
export default function CardVouchers() {
  return (
    <MasterTabs
      tabs={[
        { key: 'vouchers', label: '办卡单', children: <VoucherList /> },
        { key: 'coupons', label: '代金券', children: <Coupons /> },
      ]}
    />
  )
}
