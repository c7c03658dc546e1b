import { vehicleButtons, type VehicleRow, vehicleRoutes } from '@chepu/contract/customers/vehicle'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import { Button } from 'antd'
import { useState } from 'react'
import { useSession } from '../../kit/base/session'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { changeActions, MasterDialogs, type OpenDialog } from '../../kit/form/master-dialogs'
import { RowActions } from '../../kit/ui/row-actions'
import { vehicleTitle } from './dialogs'
import { useVehicleFields } from './fields'
import { showingVehicles, useVehicleActions, vehicleWords } from './use-vehicle-actions'
import '../../kit/ui/small-table.css'

/** 车辆 of one customer, in his editor (business/customers 6). */
export function CustomerVehicles({ partnerId }: { partnerId: number }) {
  const { has } = useSession()
  const refreshCalls = useRefreshCalls()
  const found = useCall(vehicleRoutes.list, { query: { partnerId: String(partnerId), rows: 200 } })
  const [open, setOpen] = useState<OpenDialog<VehicleRow>>()
  const [more, dialogs] = useVehicleActions()
  const fields = useVehicleFields()
  const rows = found.data?.rows ?? []
  const actionsOf = (row: VehicleRow) => [
    ...(has(vehicleButtons.update)
      ? [{ key: 'edit', label: '修改', run: () => setOpen({ kind: 'form', row, key: `${row.id}/${row.version}` }) }]
      : []),
    ...more(row),
    ...changeActions(
      row,
      vehicleRoutes,
      { enable: has(vehicleButtons.update), remove: has(vehicleButtons.remove) },
      setOpen,
    ),
  ]
  return (
    <>
      {has(vehicleButtons.add) && (
        <Button
          size="small"
          onClick={() => setOpen({ kind: 'form', row: undefined, key: 'new', preset: { partnerId } })}
        >
          新增车辆
        </Button>
      )}
      {found.error && <p role="alert">{found.error.message}</p>}
      {found.data && <VehicleTable rows={rows} actionsOf={actionsOf} />}
      {open && (
        <MasterDialogs
          open={open}
          title="车辆"
          routes={vehicleRoutes}
          fields={fields}
          labelOf={vehicleTitle}
          words={vehicleWords}
          refresh={() => refreshCalls(...showingVehicles)}
          onClose={() => setOpen(undefined)}
        />
      )}
      {dialogs}
    </>
  )
}

function VehicleTable(props: {
  rows: readonly VehicleRow[]
  actionsOf: (row: VehicleRow) => Parameters<typeof RowActions>[0]['actions']
}) {
  if (props.rows.length === 0) return <p className="mf-help">还没有登记车辆</p>
  return (
    <div className="small-table">
      <table aria-label="车辆">
        <thead>
          <tr>
            {['车牌', '车型', 'VIN', '里程(公里)', '交强险到期', '年检到期', '下次保养', '状态', '操作'].map(
              (title) => (
                <th key={title}>{title}</th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.id} className={row.isActive ? undefined : 'is-off'}>
              <td>{row.plate || '未上牌'}</td>
              <td>{[row.carName, row.colorName].filter(Boolean).join(' ')}</td>
              <td>{row.vin}</td>
              <td className="right">{row.mileage === null ? '' : trimZeros(row.mileage)}</td>
              <td>{row.compulsoryExpiresOn}</td>
              <td>{row.inspectionExpiresOn}</td>
              <td>{row.nextMaintenanceOn}</td>
              <td>{row.isActive ? '启用' : '停用'}</td>
              <td>
                <RowActions actions={props.actionsOf(row)} tabbable />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
