import { type CaseOfCar, restBearers } from '@chepu/contract/repair/insurance-case'
import { compare, isPositive, sub } from '@chepu/contract/kernel/decimal'
import { isDecimal, numberText } from '@chepu/contract/kernel/typed'
import { workOrder } from '@chepu/contract/repair/work-order'
import { Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { moneyText } from '../../kit/base/format'
import { useCall } from '../../kit/base/use-call'
import type { Asked } from '../../kit/document/use-document-actions'
import { PageModal } from '../../kit/ui/page-modal'
import type { DialogProps } from '../../kit/ui/use-dialog'

const words = { cancelText: '取消', open: true, width: 420 } as const

/** 关联工单: one of the car's orders that is in the shop. */
export function AttachDialog({ input: { vehicleId }, onDone }: DialogProps<{ vehicleId: number }, Asked>) {
  const query = { vehicleId, inShop: 'true', from: '', to: '', page: 1, rows: 50 } as never
  const rows = (useCall(workOrder.routes.list, { query }).data?.rows ?? []).filter(({ state }) => state !== 'settled')
  const [chosen, setChosen] = useState<number>()
  const workOrderId = chosen ?? rows[0]?.id
  return (
    <PageModal
      {...words}
      title="关联工单"
      okText="关联"
      okButtonProps={{ disabled: workOrderId === undefined, autoFocus: true }}
      onOk={() => onDone({ input: { workOrderId } })}
      onCancel={() => onDone()}
    >
      <div className="ic-ask">
        <label>
          这辆车在厂的工单
          <Select
            aria-label="工单"
            value={workOrderId ?? null}
            options={rows.map(({ id, billNo, businessTypeName }) => ({
              value: id,
              label: `${billNo}　${businessTypeName ?? ''}`,
            }))}
            notFoundContent="这辆车没有未结算的工单"
            onChange={(id) => setChosen(id ?? undefined)}
          />
        </label>
      </div>
    </PageModal>
  )
}

/** 核赔: what the insurer pays, and who bears the difference. Enter takes it. */
export function VerdictDialog({ input: { insurerDue }, onDone }: DialogProps<Pick<CaseOfCar, 'insurerDue'>, Asked>) {
  const due = insurerDue ?? '0'
  const owes = isPositive(due)
  const [typed, setTyped] = useState(owes ? due : '')
  const [rest, setRest] = useState<keyof typeof restBearers>('shop')
  const amount = numberText(typed)
  const isAmount = isDecimal(amount) && isPositive(amount)
  const less = owes && isAmount ? sub(due, amount) : '0'
  const isWhole = isAmount && compare(less, '0') >= 0
  const take = () => {
    if (isWhole) onDone({ input: { amount, rest } })
  }
  return (
    <PageModal
      {...words}
      title="核赔"
      okText="核赔"
      okButtonProps={{ disabled: !isWhole }}
      onOk={take}
      onCancel={() => onDone()}
    >
      <div className="ic-ask">
        <p className="kit-note">
          {owes ? `保险应付 ${moneyText(due)}` : '非直赔：赔款由保险公司付给客户，本店不记应收。'}
        </p>
        <label>
          核赔金额
          <Input
            autoFocus
            inputMode="decimal"
            value={typed}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setTyped(event.target.value)}
            onPressEnter={take}
          />
        </label>
        {isPositive(less) && (
          <>
            <p>差额 {moneyText(less)}</p>
            <Radio.Group
              value={rest}
              options={Object.entries(restBearers).map(([value, label]) => ({ value, label }))}
              onChange={(event) => setRest(event.target.value as typeof rest)}
            />
          </>
        )}
        {compare(less, '0') < 0 && <p role="alert">核赔金额超过保险应付</p>}
      </div>
    </PageModal>
  )
}
