import { Input, Radio, Select } from 'antd'
import { workOrder } from '@chepu/contract/repair/work-order'
import { useState } from 'react'
import type { Asked } from '../../kit/document/use-document-actions'
import { PageModal } from '../../kit/ui/page-modal'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { useWarehouses } from '../../pickers/lists'

interface Question {
  title: string
  /** Who brings the car; absent where nobody's consent is asked. */
  by?: string
  /** Where the parts of its appointment lie. */
  warehouseId?: number | undefined
}

const { method: methods } = workOrder.actions.confirm.input.shape
const ways = { phone: '电话确认', signature: '现场签字' } as const
type Way = keyof typeof ways & (typeof methods)['_output']

/** 转工单, 转报价: where the material comes from, and how the customer agreed to what was planned. */
export function OrderDialog({ input, onDone }: DialogProps<Question, Asked>) {
  const warehouses = useWarehouses()
  const [chosen, setChosen] = useState<number>()
  const [method, setMethod] = useState<Way>('signature')
  const [by, setBy] = useState(input.by ?? '')
  const usual = warehouses.find(({ isDefault }) => isDefault)?.id ?? warehouses[0]?.id
  const warehouseId = chosen ?? input.warehouseId ?? usual
  const isAsked = input.by !== undefined
  const consent = isAsked ? { method, by: by.trim() } : {}
  const isWhole = warehouseId !== undefined && (!isAsked || by.trim() !== '')
  return (
    <PageModal
      open
      width={420}
      title={input.title}
      okText={input.title}
      cancelText="取消"
      okButtonProps={{ disabled: !isWhole, autoFocus: true }}
      onOk={() => onDone({ input: { warehouseId, ...consent } })}
      onCancel={() => onDone()}
    >
      <div className="ar-ask">
        <label>
          领料仓库
          <Select
            aria-label="领料仓库"
            value={warehouseId ?? null}
            options={warehouses.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => setChosen(id ?? undefined)}
          />
        </label>
        {isAsked && (
          <>
            <label>
              确认人
              <Input aria-label="确认人" maxLength={20} value={by} onChange={(event) => setBy(event.target.value)} />
            </label>
            <Radio.Group
              value={method}
              options={Object.entries(ways).map(([value, label]) => ({ value, label }))}
              onChange={(event) => setMethod(event.target.value as Way)}
            />
          </>
        )}
      </div>
    </PageModal>
  )
}
