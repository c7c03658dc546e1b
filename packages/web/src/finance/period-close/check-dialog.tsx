import { checkLevels, type ClosingCheck } from '@chepu/contract/kernel/closing-check'
import { type PeriodRow, periodButtons, periodRoutes } from '@chepu/contract/finance/period-close'
import { remarkLength } from '@chepu/contract/kernel/scalars'
import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { useOneStep } from '../../kit/base/use-one-step'
import { documentScreen } from '../../kit/document/document-screens'
import { PageModal } from '../../kit/ui/page-modal'
import { PageState } from '../../kit/ui/page-state'

/** What stands against closing a month, each point with the way to its offenders; and 结账 itself once nothing refuses it. */
export function CheckDialog(props: { row: PeriodRow; name: string; onClosed: () => void; onClose: () => void }) {
  const { month, isOpening } = props.row
  const { has } = useSession()
  const found = useCall(periodRoutes.checks, { params: { month } })
  const [remark, setRemark] = useState('')
  const checks = found.data?.checks ?? []
  const open = checks.filter(({ count }) => count > 0)
  const isRefused = open.some(({ level }) => level === 'refuses')
  const needsWord = open.length > 0 && !isRefused
  const { busy, take } = useOneStep(async () => {
    await call(periodRoutes.close, { body: { month, remark } })
    toast.success(isOpening ? '已启用' : `${props.name} 已结账`)
    props.onClosed()
    props.onClose()
  })
  const mayClose = props.row.mayClose && found.data !== undefined && !found.isFetching && !isRefused
  return (
    <PageModal
      open
      width={720}
      title={`检查 ${props.name}`}
      onCancel={props.onClose}
      confirmLoading={busy}
      footer={[
        <Button key="again" disabled={busy} loading={found.isFetching} onClick={() => void found.refetch()}>
          重新检查
        </Button>,
        <Button key="cancel" disabled={busy} onClick={props.onClose}>
          关闭
        </Button>,
        has(periodButtons.close) && (
          <Button
            key="close"
            type="primary"
            loading={busy}
            disabled={!mayClose || (needsWord && remark.trim() === '')}
            onClick={() => void take()}
          >
            {isOpening ? '启用' : '结账'}
          </Button>
        ),
      ]}
    >
      {found.data ? (
        <Checks checks={checks} leave={props.onClose} />
      ) : (
        <PageState error={found.error} retry={() => void found.refetch()}>
          正在检查…
        </PageState>
      )}
      {needsWord && (
        <label>
          说明（必填）
          <Input.TextArea
            rows={2}
            maxLength={remarkLength}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
          />
        </label>
      )}
    </PageModal>
  )
}

function Checks({ checks, leave }: { checks: readonly ClosingCheck[]; leave: () => void }) {
  const { open } = useTabs()
  const look = (key: string, params: ClosingCheck['params']) => {
    leave()
    open({ key, params })
  }
  return (
    <ul className="period-checks" aria-label="检查项">
      {checks.map((check) => {
        const screen = check.screen ?? (check.kind === null ? undefined : documentScreen(check.kind)?.screen)
        return (
          <li key={check.key}>
            <Verdict check={check} />
            <span>{check.title}</span>
            {check.count > 0 && <b>{check.count}</b>}
            {check.count > 0 && screen && (
              <Button size="small" type="link" onClick={() => look(screen, check.params)}>
                查看
              </Button>
            )}
            {check.count > 0 && check.detail && <span className="detail">{check.detail}</span>}
          </li>
        )
      })}
    </ul>
  )
}

function Verdict({ check: { count, level } }: { check: ClosingCheck }) {
  if (count === 0)
    return (
      <span className="holds">
        <CheckCircleFilled aria-label="通过" />
      </span>
    )
  return (
    <span className={level}>
      {level === 'refuses' ? <CloseCircleFilled aria-hidden /> : <ExclamationCircleFilled aria-hidden />}{' '}
      {checkLevels[level]}
    </span>
  )
}
