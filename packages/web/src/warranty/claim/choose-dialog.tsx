import { type ClaimCandidate, claimCandidates } from '@chepu/contract/warranty/warranty-claim'
import { Checkbox, DatePicker } from 'antd'
import { useState } from 'react'
import { dayText, moneyText } from '../../kit/base/format'
import dayjs from '../../kit/base/dayjs'
import { useCall } from '../../kit/base/use-call'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { PageModal } from '../../kit/ui/page-modal'
import '../../kit/ui/small-table.css'
import { Deadline } from '../bill/deadline'
import './claim.css'

interface Asked {
  manufacturerId: number
  fromDay: string | null
  toDay: string | null
  taken: ReadonlySet<number>
}

const parsed = (day: string | null) => (day ? dayjs(day) : null)

/** 选三包单: approved bills of the manufacturer within the days of repair; all of them are ticked, what must go first stands first. */
export function ChooseBills({ input, onDone }: DialogProps<Asked, readonly ClaimCandidate[]>) {
  const [days, setDays] = useState({ fromDay: input.fromDay, toDay: input.toDay })
  const { fromDay, toDay } = days
  const query = {
    manufacturerId: input.manufacturerId,
    ...(fromDay && { fromDay }),
    ...(toDay && { toDay }),
  }
  const { data, isFetching, error } = useCall(claimCandidates, { query }, { keeps: true })
  const rows = (data?.rows ?? []).filter(({ billId }) => !input.taken.has(billId))
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const chosen = rows.filter(({ billId }) => !left.has(billId))
  const tick = (ids: readonly number[], isOn: boolean) => {
    const next = new Set(left)
    for (const id of ids) {
      if (isOn) next.delete(id)
      else next.add(id)
    }
    setLeft(next)
  }
  return (
    <PageModal
      open
      width="min(900px, 96vw)"
      title="选三包单"
      okText={`加入 ${chosen.length} 张`}
      cancelText="取消"
      okButtonProps={{ disabled: chosen.length === 0 }}
      onOk={() => onDone(chosen)}
      onCancel={() => onDone()}
    >
      <div className="wc-days">
        <span>修理日期</span>
        <DatePicker
          aria-label="修理日期从"
          placeholder="从"
          value={parsed(fromDay)}
          onChange={(day) => setDays((now) => ({ ...now, fromDay: day?.format('YYYY-MM-DD') ?? null }))}
        />
        <DatePicker
          aria-label="修理日期至"
          placeholder="至"
          value={parsed(toDay)}
          onChange={(day) => setDays((now) => ({ ...now, toDay: day?.format('YYYY-MM-DD') ?? null }))}
        />
        <Checkbox
          checked={rows.length > 0 && chosen.length === rows.length}
          indeterminate={chosen.length > 0 && chosen.length < rows.length}
          onChange={(event) =>
            tick(
              rows.map(({ billId }) => billId),
              event.target.checked,
            )
          }
        >
          全选
        </Checkbox>
      </div>
      {error && <p role="alert">{error.message}</p>}
      {data?.more && <p className="kit-note">只列出最先到期的500张，请按修理日期分批。</p>}
      {rows.length === 0 ? (
        <p>{isFetching ? '正在查找…' : '没有可申报的三包单'}</p>
      ) : (
        <div className="small-table">
          <table aria-label="可申报的三包单">
            <thead>
              <tr>
                {['三包单', '申报截止', '车牌/VIN', '客户', '修理日期'].map((head) => (
                  <th key={head}>{head}</th>
                ))}
                <th className="right">申报额</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.billId}>
                  <td>
                    <Checkbox
                      checked={!left.has(row.billId)}
                      onChange={(event) => tick([row.billId], event.target.checked)}
                    >
                      {row.billNo}
                    </Checkbox>
                  </td>
                  <td>
                    <Deadline day={row.claimBy} state="approved" />
                  </td>
                  <td>{row.plate || row.vin}</td>
                  <td>{row.customerName}</td>
                  <td>{dayText(row.repairedOn)}</td>
                  <td className="right">{row.claimedAmount === undefined ? '' : moneyText(row.claimedAmount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </PageModal>
  )
}
