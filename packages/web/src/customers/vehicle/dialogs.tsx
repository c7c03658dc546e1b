import { type VehicleRow, vehicleRoutes } from '@chepu/contract/customers/vehicle'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import dayjs from '../../kit/base/dayjs'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { FormDialog } from '../../kit/form/form-dialog'
import { PageModal } from '../../kit/ui/page-modal'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { OwnerControl } from '../../pickers/car-control'
import '../../kit/ui/small-table.css'

/** What a car is called: its plate, else its VIN. */
export const vehicleTitle = ({ plate, vin }: Pick<VehicleRow, 'plate' | 'vin'>): string => plate || vin

const today = () => dayjs().format('YYYY-MM-DD')

/** 过户 of a car to another customer. */
export function TransferVehicle({ input, onDone }: DialogProps<VehicleRow, true>) {
  return (
    <FormDialog
      title={`过户：${vehicleTitle(input)}（现车主 ${input.partnerName}）`}
      okText="过户"
      schema={vehicleRoutes.transfer.body}
      preset={{ version: input.version, since: today() }}
      fields={[
        {
          name: 'partnerId',
          title: '新车主',
          required: true,
          initial: null,
          wide: true,
          render: (control) => <OwnerControl {...control} />,
        },
        { name: 'since', title: '过户日期', kind: 'date', required: true },
      ]}
      onSave={(body) => ({ route: vehicleRoutes.transfer, params: { id: input.id }, body })}
      onSaved={() => {
        toast.success('已过户')
        onDone(true)
      }}
      onClose={() => onDone()}
    />
  )
}

/** 里程 of a car on a day; with a reason the meter was replaced. */
export function NoteMileage({ input, onDone }: DialogProps<VehicleRow, true>) {
  const last = input.mileage === null ? '还没有读数' : `上次 ${input.mileageOn} ${trimZeros(input.mileage)} 公里`
  return (
    <FormDialog
      title={`里程：${vehicleTitle(input)}`}
      schema={vehicleRoutes.mileage.body}
      preset={{ readOn: today() }}
      fields={[
        { name: 'mileage', title: '里程(公里)', kind: 'decimal', required: true, help: last },
        { name: 'readOn', title: '读数日期', kind: 'date', required: true },
        { name: 'replacedReason', title: '换表原因', wide: true, help: '换过里程表、读数变小时填写' },
      ]}
      onSave={(body) => ({ route: vehicleRoutes.mileage, params: { id: input.id }, body })}
      onSaved={() => {
        toast.success('已登记')
        onDone(true)
      }}
      onClose={() => onDone()}
    />
  )
}

/** Owners and readings of a car. */
export function VehicleHistory({ input, onDone }: DialogProps<VehicleRow, true>) {
  const { data, error } = useCall(vehicleRoutes.read, { params: { id: input.id } })
  const owners = data?.owners ?? []
  const readings = data?.mileages ?? []
  return (
    <PageModal open title={`历史：${vehicleTitle(input)}`} width={620} footer={null} onCancel={() => onDone()}>
      {error && <p role="alert">{error.message}</p>}
      <div className="small-table">
        <table aria-label="车主历史">
          <thead>
            <tr>
              <th>车主</th>
              <th>开始</th>
              <th>结束</th>
            </tr>
          </thead>
          <tbody>
            {owners.map(({ partnerName, since, until }) => (
              <tr key={`${since}/${until}/${partnerName}`}>
                <td>{partnerName || '（无权查看）'}</td>
                <td>{since}</td>
                <td>{until ?? '至今'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="small-table">
        <table aria-label="里程读数">
          <thead>
            <tr>
              <th>读数日期</th>
              <th className="right">里程(公里)</th>
              <th>换表原因</th>
              <th>登记人</th>
            </tr>
          </thead>
          <tbody>
            {readings.map(({ readOn, mileage, replacedReason, userName }) => (
              <tr key={`${readOn}/${mileage}`}>
                <td>{readOn}</td>
                <td className="right">{trimZeros(mileage)}</td>
                <td>{replacedReason}</td>
                <td>{userName}</td>
              </tr>
            ))}
            {data && readings.length === 0 && (
              <tr>
                <td colSpan={4}>还没有读数</td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </PageModal>
  )
}
