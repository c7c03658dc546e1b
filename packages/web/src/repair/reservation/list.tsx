import type { RepairRow } from '@chepu/contract/kernel/repair-document'
import { reservation } from '@chepu/contract/repair/reservation'
import { Segmented } from 'antd'
import { useState } from 'react'
import { DocumentList } from '../../kit/document/document-list'
import { repairColumns } from '../../kit/document/repair-columns'
import { TextFilter } from '../../kit/list/filters'
import { EmployeeFilter } from '../../pickers/filters'
import '../arrivals.css'
import { ReservationCalendar } from './calendar'

const {
  plate,
  modelText,
  contactName,
  contactMobile,
  businessTypeName,
  salespersonName,
  labourAmount,
  materialAmount,
  totalAmount,
} = repairColumns
const views = [
  { value: 'day', label: '日历' },
  { value: 'list', label: '列表' },
]

/** 预约管理: the day by bay or adviser, or the list (business/arrivals 1). */
export default function ReservationPage() {
  const [view, setView] = useState('day')
  return (
    <div className="kit-stack">
      <Segmented className="ar-views" aria-label="视图" options={views} value={view} onChange={setView} />
      {view === 'day' ? <ReservationCalendar /> : <ReservationList />}
    </div>
  )
}

function ReservationList() {
  return (
    <DocumentList<RepairRow, keyof NonNullable<typeof reservation.columns> & string>
      document={reservation}
      columns={[
        'billNo',
        'expectedAt',
        'state',
        plate,
        'partnerName',
        { ...contactName, hidden: false },
        { ...contactMobile, hidden: false },
        businessTypeName,
        'bayName',
        salespersonName,
        'items',
        modelText,
        'origin',
        'minutes',
        labourAmount,
        materialAmount,
        totalAmount,
        'bizDate',
        'creatorName',
        'createdAt',
        'remark',
      ]}
    >
      <TextFilter name="car" title="车牌/VIN" placeholder="车牌或VIN尾号" />
      <EmployeeFilter name="salespersonId" title="服务顾问" />
    </DocumentList>
  )
}
