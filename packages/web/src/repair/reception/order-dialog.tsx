import { reception } from '@chepu/contract/repair/reception'
import { Select } from 'antd'
import { useState } from 'react'
import { useOneStep } from '../../kit/base/use-one-step'
import type { Asked } from '../../kit/document/use-document-actions'
import { PageModal } from '../../kit/ui/page-modal'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { useWarehouses } from '../../pickers/lists'
import { useGiven } from '../work-order/given'

const nobody = { by: '', phone: '', owner: { kind: reception.kind, ownerId: 0 } }

interface Question {
  title: string
  /** Earlier work that is done again at no price. */
  reworkLineIds: readonly number[]
  /** Who brings the car, and the reception that he signs on; absent where nobody's consent is asked. */
  asked?: Parameters<typeof useGiven>[0]
  /** Where the parts of its appointment lie. */
  warehouseId?: number | undefined
}

/** 转工单, 转报价: where the material comes from, and how the customer agreed to what was planned. */
export function OrderDialog({ input, onDone }: DialogProps<Question, Asked>) {
  const warehouses = useWarehouses()
  const [chosen, setChosen] = useState<number>()
  const given = useGiven(input.asked ?? nobody)
  const usual = warehouses.find(({ isDefault }) => isDefault)?.id ?? warehouses[0]?.id
  const warehouseId = chosen ?? input.warehouseId ?? usual
  const isAsked = input.asked !== undefined
  const isWhole = warehouseId !== undefined && (!isAsked || given.isWhole)
  const step = useOneStep(async () =>
    onDone({ input: { warehouseId, reworkLineIds: input.reworkLineIds, ...(isAsked && (await given.take())) } }),
  )
  return (
    <PageModal
      open
      width={420}
      title={input.title}
      okText={input.title}
      cancelText="取消"
      okButtonProps={{ disabled: !isWhole, autoFocus: true, loading: step.busy }}
      onOk={() => void step.take()}
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
        {isAsked && given.fields()}
      </div>
    </PageModal>
  )
}
