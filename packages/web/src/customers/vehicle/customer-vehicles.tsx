import { vehicleButtons, type VehicleRow, vehicleRoutes } from '@chepu/contract/customers/vehicle'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import { Button } from 'antd'
import { useState } from 'react'
import { useSession } from '../../kit/base/session'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { changeActions, MasterDialogs, type OpenDialog } from '../../kit/form/master-dialogs'
import { useNarrow } from '../../kit/base/use-narrow'
import { type RowAction, RowActions } from '../../kit/ui/row-actions'
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

interface Shown {
  title: string
  show: (row: VehicleRow) => string | null
  right?: true
  /** Stands on a phone as well. */
  isKey?: true
}

const shown: Shown[] = [
  { title: '车牌', show: ({ plate }) => plate || '未上牌', isKey: true },
  { title: '车型', show: ({ carName, colorName }) => [carName, colorName].filter(Boolean).join(' '), isKey: true },
  { title: 'VIN', show: ({ vin }) => vin },
  { title: '里程(公里)', show: ({ mileage }) => mileage && trimZeros(mileage), right: true },
  { title: '交强险到期', show: ({ compulsoryExpiresOn }) => compulsoryExpiresOn },
  { title: '年检到期', show: ({ inspectionExpiresOn }) => inspectionExpiresOn },
  { title: '下次保养', show: ({ nextMaintenanceOn }) => nextMaintenanceOn },
  { title: '状态', show: ({ isActive }) => (isActive ? '启用' : '停用'), isKey: true },
]

function VehicleTable(props: { rows: readonly VehicleRow[]; actionsOf: (row: VehicleRow) => readonly RowAction[] }) {
  const narrow = useNarrow()
  const columns = narrow ? shown.filter(({ isKey }) => isKey) : shown
  if (props.rows.length === 0) return <p className="mf-help">还没有登记车辆</p>
  return (
    <div className="small-table">
      <table aria-label="车辆">
        <thead>
          <tr>
            {columns.map(({ title, right }) => (
              <th key={title} className={right && 'right'}>
                {title}
              </th>
            ))}
            <th>操作</th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.id} className={row.isActive ? undefined : 'is-off'}>
              {columns.map(({ title, show, right }) => (
                <td key={title} className={right && 'right'}>
                  {show(row)}
                </td>
              ))}
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
