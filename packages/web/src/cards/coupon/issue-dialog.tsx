import { type CouponBatchRow, issueCoupons, type IssuedCoupon } from '@chepu/contract/cards/coupon'
import { FormDialog } from '../../kit/form/form-dialog'
import type { FormValues, MasterField } from '../../kit/form/master-form'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { CustomersField } from './customers-field'

const fields: MasterField[] = [
  {
    name: 'partnerIds',
    title: '客户',
    wide: true,
    initial: [],
    render: (control) => <CustomersField {...control} />,
    help: '可选多个客户；不选则不记名，谁持券谁可用',
  },
  { name: 'qty', title: '张数', kind: 'integer', required: true, initial: 1, help: '选了客户时为每人张数' },
]

/** How many coupons are issued in all, and how many the batch still holds. */
function sumOf({ qty, partnerIds }: FormValues, batch: CouponBatchRow): string {
  const holders = Math.max(1, (partnerIds as number[]).length)
  const sum = typeof qty === 'number' ? `共发 ${qty * holders} 张，` : ''
  return `${sum}此批次还可发 ${batch.qty - batch.issued} 张`
}

/** 发券 of a batch; answers what was issued. */
export function IssueDialog({ input: batch, onDone }: DialogProps<CouponBatchRow, IssuedCoupon[]>) {
  return (
    <FormDialog<typeof issueCoupons>
      title={`发券：${batch.name}`}
      okText="发券"
      fields={fields}
      schema={issueCoupons.body}
      preset={{ batchId: batch.id }}
      onSave={(body) => ({ route: issueCoupons, body })}
      onSaved={({ coupons }) => onDone(coupons)}
      onClose={() => onDone()}
      note={(values) => sumOf(values, batch)}
    />
  )
}
