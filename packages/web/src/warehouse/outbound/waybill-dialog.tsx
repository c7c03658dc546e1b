import { fillWaybill, type OutboundRow } from '@chepu/contract/warehouse/outbound'
import { Input, InputNumber } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { Confirm } from '../../kit/ui/confirm'
import { Autocomplete } from '../../kit/ui/autocomplete'
import { toast } from '../../kit/base/toast'
import { findPartners } from '../../pickers/lists'

/** 填运单号: carrier, number and packages of a document that leaves or has left. */
export function WaybillDialog(props: { row: OutboundRow; onDone: () => void; onClose: () => void }) {
  const { row } = props
  const [carrier, setCarrier] = useState({ id: row.carrierId, name: row.carrierName ?? '' })
  const [waybill, setWaybill] = useState(row.waybill ?? '')
  const [packages, setPackages] = useState(row.packages)
  const save = async () => {
    await call(fillWaybill, {
      params: { kind: row.kind, id: row.id },
      body: { version: row.version, carrierId: carrier.id, waybill, packages },
    })
    toast.success(`${row.billNo} 运单已保存`)
    props.onDone()
  }
  return (
    <Confirm title={`填运单号：${row.billNo}`} okText="保存" run={save} onClose={props.onClose}>
      <div className="ob-form">
        <label htmlFor="ob-carrier">物流公司</label>
        <Autocomplete
          id="ob-carrier"
          label="物流公司"
          text={carrier.name}
          find={(text) => findPartners(text, 'logistics')}
          onChange={(option) => setCarrier({ id: option?.value.id ?? null, name: option?.label ?? '' })}
        />
        <label htmlFor="ob-waybill">运单号</label>
        <Input id="ob-waybill" maxLength={60} value={waybill} onChange={(event) => setWaybill(event.target.value)} />
        <label htmlFor="ob-packages">件数</label>
        <InputNumber
          id="ob-packages"
          inputMode="numeric"
          min={0}
          max={9999}
          precision={0}
          value={packages}
          onChange={setPackages}
        />
      </div>
    </Confirm>
  )
}
