import { stateLabel } from '@chepu/contract/kernel/states'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { type SettlementCandidate, settlementCandidates } from '@chepu/contract/warranty/warranty-settlement'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { moneyText } from '../../kit/base/format'
import { useCall } from '../../kit/base/use-call'
import { PageModal } from '../../kit/ui/page-modal'
import '../../kit/ui/small-table.css'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { partsText } from './parts-text'

interface Asked {
  partnerId: number
  taken: ReadonlySet<number>
}

/** 选三包单: bills of the manufacturer that have their answer, the oldest first, all of them ticked. */
export function ChooseBills({ input, onDone }: DialogProps<Asked, readonly SettlementCandidate[]>) {
  const { data, isFetching, error } = useCall(settlementCandidates, { query: { partnerId: input.partnerId } })
  const rows = (data?.rows ?? []).filter(({ billId }) => !input.taken.has(billId))
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const chosen = rows.filter(({ billId }) => !left.has(billId))
  const tick = (id: number, isOn: boolean) => {
    const next = new Set(left)
    if (isOn) next.delete(id)
    else next.add(id)
    setLeft(next)
  }
  const tickAll = (isOn: boolean) => setLeft(new Set(isOn ? [] : rows.map(({ billId }) => billId)))
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
      {error && <p role="alert">{error.message}</p>}
      {data?.more && <p className="kit-note">只列出最早的500张，请分批结算。</p>}
      {rows.length === 0 ? (
        <p>{isFetching ? '正在查找…' : '没有可结算的三包单：厂家确认后才能结算，申诉中的要等厂家答复'}</p>
      ) : (
        <>
          <Checkbox
            checked={chosen.length === rows.length}
            indeterminate={chosen.length > 0 && chosen.length < rows.length}
            onChange={(event) => tickAll(event.target.checked)}
          >
            全选
          </Checkbox>
          <div className="small-table">
            <table aria-label="可结算的三包单">
              <thead>
                <tr>
                  {['三包单', '状态', '车牌/VIN', '客户', '旧件'].map((head) => (
                    <th key={head}>{head}</th>
                  ))}
                  <th className="right">申报额</th>
                  <th className="right">确认额</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.billId}>
                    <td>
                      <Checkbox
                        checked={!left.has(row.billId)}
                        onChange={(event) => tick(row.billId, event.target.checked)}
                      >
                        {row.billNo}
                      </Checkbox>
                    </td>
                    <td>{stateLabel(warrantyBill, row.billState)}</td>
                    <td>{row.plate || row.vin}</td>
                    <td>{row.customerName}</td>
                    <td>{partsText(row)}</td>
                    <td className="right">{row.claimedAmount === undefined ? '' : moneyText(row.claimedAmount)}</td>
                    <td className="right">{row.confirmedAmount === undefined ? '' : moneyText(row.confirmedAmount)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </PageModal>
  )
}
