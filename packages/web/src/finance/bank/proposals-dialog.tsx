import { matchLines, matchWays, mostGroups, proposeMatches, type Proposal } from '@chepu/contract/finance/bank'
import { money, sumOf } from '@chepu/contract/kernel/decimal'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { CallError } from '../../kit/base/call'
import { moneyText } from '../../kit/base/format'
import { Gestures } from '../../kit/base/submit-once'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { PageModal } from '../../kit/ui/page-modal'
import { useRefreshBank } from './refresh'

const keyOf = ({ lines, entries }: Proposal) => `${lines[0]?.id ?? 0}/${entries[0]?.id ?? 0}`

/** 自动勾对: what belongs together as far as the program can tell; all of it, or what is left ticked, is confirmed at once. */
export function ProposalsDialog(props: { accountId: number; name: string; onClose: () => void }) {
  const { accountId } = props
  const { data, error } = useCall(proposeMatches, { query: { accountId } })
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const gestures = useRef(new Gestures(setBusy))
  const refresh = useRefreshBank()
  const proposals = data?.proposals ?? []
  const taken = proposals.filter((proposal) => !left.has(keyOf(proposal)))
  const toggle = (key: string) =>
    setLeft((old) => {
      const next = new Set(old)
      if (!next.delete(key)) next.add(key)
      return next
    })
  const confirm = () =>
    gestures.current.run(async () => {
      const groups = taken.map(({ way, lines, entries }) => ({
        way,
        lineIds: lines.map(({ id }) => id),
        entryIds: entries.map(({ id }) => id),
      }))
      try {
        let done = 0
        for (let at = 0; at < groups.length; at += mostGroups) {
          const body = { accountId, groups: groups.slice(at, at + mostGroups) }
          done += (await gestures.current.change({ route: matchLines, body })).matched
        }
        toast.success(`已勾对 ${done} 组`)
        refresh()
        props.onClose()
      } catch (problem) {
        if (!(problem instanceof CallError)) throw problem
        toast.error(problem.message)
        refresh()
      }
    })
  return (
    <PageModal
      open
      title={`自动勾对：${props.name}`}
      width="min(980px, 97vw)"
      onCancel={props.onClose}
      footer={[
        <Button key="close" onClick={props.onClose}>
          关闭
        </Button>,
        <Button key="ok" type="primary" loading={busy} disabled={taken.length === 0} onClick={() => void confirm()}>
          确认勾对 {taken.length} 组
        </Button>,
      ]}
    >
      {error && <p role="alert">{error.message}</p>}
      {data && (
        <p>
          银行未勾对 {data.openLines} 笔，账面未勾对 {data.openEntries} 笔，可自动勾对 {data.count} 组
          {data.count > proposals.length && `，先列出 ${proposals.length} 组`}
        </p>
      )}
      <div className="slip-scroll bank-proposals">
        <table aria-label="勾对建议">
          <thead>
            <tr>
              <th className="mid" />
              <th>方式</th>
              <th className="right">金额</th>
              <th>银行流水</th>
              <th>账面流水</th>
            </tr>
          </thead>
          <tbody>
            {proposals.map((proposal) => (
              <ProposalRow
                key={keyOf(proposal)}
                proposal={proposal}
                isTaken={!left.has(keyOf(proposal))}
                onToggle={() => toggle(keyOf(proposal))}
              />
            ))}
          </tbody>
        </table>
        {data && proposals.length === 0 && <p className="slip-empty">没有可以自动勾对的流水，请手工勾对或补记</p>}
      </div>
    </PageModal>
  )
}

function ProposalRow(props: { proposal: Proposal; isTaken: boolean; onToggle: () => void }) {
  const { way, lines, entries } = props.proposal
  const bank = lines.map((line) => `${line.bizDate} ${line.counterparty || line.summary} ${line.tradeNo}`).join('；')
  const [first] = entries
  const books =
    entries.length === 1 && first
      ? `${first.bizDate} ${first.billNo ?? ''} ${first.partnerName ?? ''}`
      : `${first?.bizDate ?? ''} 共 ${entries.length} 笔 ${entries.map(({ billNo }) => billNo).join('、')}`
  return (
    <tr className={props.isTaken ? undefined : 'bank-left'}>
      <td className="mid">
        <input type="checkbox" aria-label={bank} checked={props.isTaken} onChange={props.onToggle} />
      </td>
      <td>{matchWays[way]}</td>
      <td className="right">{moneyText(money(sumOf(lines, ({ amount }) => amount)))}</td>
      <td className="bank-text" title={bank}>
        {bank}
      </td>
      <td className="bank-text" title={books}>
        {books}
      </td>
    </tr>
  )
}
