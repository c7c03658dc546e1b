import { inspectionRoutes } from '@chepu/contract/repair/inspection'
import { reception } from '@chepu/contract/repair/reception'
import { workOrder } from '@chepu/contract/repair/work-order'
import { Select } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { useSession } from '../../kit/base/session'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { useOneStep } from '../../kit/base/use-one-step'
import { PageModal } from '../../kit/ui/page-modal'

/** What a report is begun on. */
export type InspectedAt = { workOrderId: number } | { receptionId: number }

interface Props {
  /** Left out, the user chooses among the newest orders and receptions. */
  at?: InspectedAt
  onStarted: (id: number) => void
  onClose: () => void
}

/** Begins a report: on which order or reception, by which template; the one that suits the car and the season stands first (business/repair 12.1). */
export function StartDialog({ at, onStarted, onClose }: Props) {
  const refresh = useRefreshCalls()
  const [chosen, setChosen] = useState<InspectedAt | undefined>(at)
  const [typed, setTyped] = useState<number>()
  const found = useCall(inspectionRoutes.templates, { query: chosen ?? {} }, { keeps: true })
  const templates = found.data?.rows ?? []
  const templateId = typed ?? templates[0]?.id
  const step = useOneStep(async () => {
    const { id } = await call(inspectionRoutes.start, { body: { ...chosen, templateId: templateId as number } })
    refresh(inspectionRoutes.list)
    onClose()
    onStarted(id)
  })
  return (
    <PageModal
      open
      width={440}
      title="开始检车"
      okText="开始"
      cancelText="取消"
      okButtonProps={{ disabled: !chosen || templateId === undefined }}
      confirmLoading={step.busy}
      onOk={() => void step.take()}
      onCancel={onClose}
    >
      <div className="inspection-start">
        {!at && <Documents onChoose={setChosen} />}
        <label>
          模板
          <Select
            aria-label="模板"
            value={templateId ?? null}
            options={templates.map(({ id, name, suits }) => ({
              value: id,
              label: suits ? name : `${name}（不适用此车或季节）`,
            }))}
            onChange={(id) => setTyped(id ?? undefined)}
          />
        </label>
      </div>
    </PageModal>
  )
}

/** States in which nothing is looked at any more. */
const over: Readonly<Record<string, readonly string[]>> = {
  workOrderId: ['cancelled', 'delivered', 'refunded'],
  receptionId: ['converted', 'left'],
}

/** The newest cars that are here, each by its order, or by its reception as long as it has none. */
function Documents({ onChoose }: { onChoose: (at: InspectedAt) => void }) {
  const { has } = useSession()
  const query = { rows: 100 } as never
  const [seesOrders, seesReceptions] = [has(workOrder.buttons.view as number), has(reception.buttons.view as number)]
  const orders = useCall(workOrder.routes.list, { query }, { enabled: seesOrders })
  const receptions = useCall(reception.routes.list, { query }, { enabled: seesReceptions })
  const optionsOf = (name: 'workOrderId' | 'receptionId', rows: readonly Row[] = []) =>
    rows
      .filter(({ state }) => !over[name]?.includes(state))
      .map(({ id, plate, billNo, partnerName }) => ({
        value: `${name} ${id}`,
        label: `${plate ?? ''} ${billNo} ${partnerName}`,
      }))
  const options = [...optionsOf('receptionId', receptions.data?.rows), ...optionsOf('workOrderId', orders.data?.rows)]
  const choose = (value: string) => {
    const [name = '', id = ''] = value.split(' ')
    onChoose({ [name]: Number.parseInt(id, 10) } as InspectedAt)
  }
  return (
    <label>
      接车单或工单
      <Select
        aria-label="接车单或工单"
        showSearch={{ optionFilterProp: 'label' }}
        options={options}
        onChange={choose}
      />
    </label>
  )
}

interface Row {
  id: number
  state: string
  plate: string | null
  billNo: string
  partnerName: string
}
