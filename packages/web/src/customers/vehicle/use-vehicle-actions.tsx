import { partnerRoutes } from '@chepu/contract/customers/partner'
import { vehicleButtons, type VehicleRow, vehicleRoutes } from '@chepu/contract/customers/vehicle'
import type { ReactNode } from 'react'
import { useSession } from '../../kit/base/session'
import { useRefreshCalls } from '../../kit/base/use-call'
import type { RowAction } from '../../kit/ui/row-actions'
import { useDialog } from '../../kit/ui/use-dialog'
import { NoteMileage, TransferVehicle, VehicleHistory } from './dialogs'

/** Calls that show cars, read again after a change. */
export const showingVehicles = [vehicleRoutes.list, vehicleRoutes.totals, vehicleRoutes.read, partnerRoutes.list]

/** What is done with a car beside its form: 里程, 过户, 历史. */
export function useVehicleActions(): [actionsOf: (row: VehicleRow) => RowAction[], dialogs: ReactNode] {
  const { has } = useSession()
  const refreshCalls = useRefreshCalls()
  const [note, mileageDialog] = useDialog(NoteMileage)
  const [transfer, transferDialog] = useDialog(TransferVehicle)
  const [look, historyDialog] = useDialog(VehicleHistory)
  const after = (done: true | undefined) => done && refreshCalls(...showingVehicles)
  const actionsOf = (row: VehicleRow): RowAction[] => [
    ...(has(vehicleButtons.update) ? [{ key: 'mileage', label: '里程', run: () => void note(row).then(after) }] : []),
    ...(has(vehicleButtons.transfer)
      ? [{ key: 'transfer', label: '过户', run: () => void transfer(row).then(after) }]
      : []),
    { key: 'history', label: '历史', run: () => void look(row) },
  ]
  const dialogs = (
    <>
      {mileageDialog}
      {transferDialog}
      {historyDialog}
    </>
  )
  return [actionsOf, dialogs]
}

/** What switching a car off, on and deleting it mean. */
export const vehicleWords = {
  enable: (label: string) => `启用后可以再为“${label}”开单。`,
  disable: (label: string) => `停用后不能再为“${label}”开单，车牌可由其他车辆使用；已有单据不受影响。`,
  remove: (label: string) => `确定删除“${label}”？已被使用的不能删除，可改为停用。`,
}
