import { inspectionRoutes } from '@chepu/contract/repair/inspection'
import { workOrder } from '@chepu/contract/repair/work-order'
import { useMemo } from 'react'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { FormDialog } from '../../kit/form/form-dialog'

/** Begins a report: on which of the newest orders, by which template. */
export function StartDialog({ onStarted, onClose }: { onStarted: (id: number) => void; onClose: () => void }) {
  const orders = useCall(workOrder.routes.list, { query: { rows: 100 } as never })
  const templates = useCall(inspectionRoutes.templates)
  const refresh = useRefreshCalls()
  const orderOptions = useMemo(
    () =>
      Object.fromEntries(
        (orders.data?.rows ?? [])
          .filter(({ state }) => !['cancelled', 'delivered', 'refunded'].includes(state))
          .map(({ id, plate, billNo, partnerName }) => [String(id), `${plate ?? ''} ${billNo} ${partnerName}`]),
      ),
    [orders.data],
  )
  const rows = templates.data?.rows
  const templateOptions = useMemo(
    () => Object.fromEntries((rows ?? []).map(({ id, name }) => [String(id), name])),
    [rows],
  )
  if (!orders.data || !rows) return null
  return (
    <FormDialog
      title="开始检车"
      okText="开始"
      schema={inspectionRoutes.start.body}
      preset={{ templateId: rows[0]?.id ?? null }}
      fields={[
        {
          name: 'workOrderId',
          title: '工单',
          kind: 'select',
          numeric: true,
          options: orderOptions,
          required: true,
          wide: true,
        },
        {
          name: 'templateId',
          title: '模板',
          kind: 'select',
          numeric: true,
          options: templateOptions,
          required: true,
          wide: true,
        },
      ]}
      onSave={(body: { workOrderId: number; templateId: number }) => ({ route: inspectionRoutes.start, body })}
      onSaved={({ id }) => {
        refresh(inspectionRoutes.list)
        onClose()
        onStarted(id)
      }}
      onClose={onClose}
    />
  )
}
