import { addDays } from '@chepu/contract/kernel/calendar'
import { offerDays } from '@chepu/contract/sales/quoted-items'
import { DatePicker } from 'antd'
import { useState } from 'react'
import dayjs from '../../kit/base/dayjs'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { Confirm } from '../../kit/ui/confirm'

/** 延期: asks for the day until which the offer holds from now on; a week is proposed. */
export function ExtendDialog(props: {
  billNo: string
  run: (validUntil: string) => Promise<void>
  onClose: () => void
}) {
  const [day, setDay] = useState(() => addDays(shanghaiDay(), offerDays))
  return (
    <Confirm
      title={`延期：销售报价单 ${props.billNo}`}
      okText="延期"
      run={() => props.run(day)}
      onClose={props.onClose}
    >
      <label className="de-extend">
        有效期至
        <DatePicker
          aria-label="有效期至"
          allowClear={false}
          value={dayjs(day)}
          onChange={(value) => value && setDay(value.format('YYYY-MM-DD'))}
        />
      </label>
    </Confirm>
  )
}
