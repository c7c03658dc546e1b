import { verdictStates } from '@chepu/contract/warranty/verdict'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { moneyText } from '../../kit/base/format'
import type { Asked } from '../../kit/document/use-document-actions'
import { PageModal } from '../../kit/ui/page-modal'
import { ReasonField } from '../../kit/ui/reason-field'
import '../../kit/ui/small-table.css'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { useTicks } from '../../kit/ui/use-ticks'
import { type VerdictLine, wordOf } from './verdict-store'

const nothing = () => false

/** 申诉: lines that were not agreed to, and why they are contested; they wait for another verdict then. */
export function AppealDialog({ input, onDone }: DialogProps<readonly VerdictLine[], Asked>) {
  const lines = input.filter((line) => !line.isAppeal && wordOf(line) !== 'agreed')
  const ticks = useTicks(nothing)
  const chosen = lines.map(({ billLineId }) => billLineId).filter(ticks.has)
  const [reason, setReason] = useState('')
  const isReady = chosen.length > 0 && reason.trim() !== ''
  return (
    <PageModal
      open
      width="min(760px, 96vw)"
      title="申诉"
      okText={`申诉 ${chosen.length} 行`}
      cancelText="取消"
      okButtonProps={{ disabled: !isReady }}
      onOk={() => isReady && onDone({ input: { billLineIds: chosen }, reason: reason.trim() })}
      onCancel={() => onDone()}
    >
      {lines.length === 0 ? (
        <p>没有可申诉的明细：都已全额确认或已在申诉中</p>
      ) : (
        <>
          <ReasonField value={reason} onChange={setReason} />
          <div className="small-table">
            <table aria-label="申诉明细">
              <thead>
                <tr>
                  <th>三包单</th>
                  <th>项目/配件</th>
                  <th className="right">申报</th>
                  <th className="right">确认</th>
                  <th>结论</th>
                  <th>原因</th>
                </tr>
              </thead>
              <tbody>
                {lines.map((line) => (
                  <tr key={line.billLineId}>
                    <td>
                      <Checkbox
                        checked={ticks.has(line.billLineId)}
                        onChange={(event) => ticks.set([line.billLineId], event.target.checked)}
                      >
                        {line.billNo} 第{line.lineNo}行
                      </Checkbox>
                    </td>
                    <td>{line.name}</td>
                    <td className="right">{moneyText(line.claimedAmount)}</td>
                    <td className="right">{moneyText(line.confirmedAmount)}</td>
                    <td>{verdictStates[wordOf(line) ?? 'open']}</td>
                    <td>{line.reason}</td>
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
