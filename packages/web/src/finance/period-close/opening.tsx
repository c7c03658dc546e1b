import { type OpeningStep, periodRoutes } from '@chepu/contract/finance/period-close'
import { CheckCircleFilled, ClockCircleOutlined, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useTabs } from '../../kit/base/tabs'
import { useCall } from '../../kit/base/use-call'
import { PageState } from '../../kit/ui/page-state'

/** 期初启用: leads a new shop through its opening data, step by step, to 启用 (business/closing 5). */
export function Opening({ begin }: { begin: () => void }) {
  const found = useCall(periodRoutes.opening)
  const { data } = found
  if (!data) return <PageState error={found.error} retry={() => void found.refetch()} />
  return (
    <>
      <Alert
        type={data.isClosed ? 'success' : 'info'}
        showIcon
        title={
          data.isClosed
            ? '期初已启用，以后的单据从启用月开始记账'
            : `期初单据的日期为 ${data.openingOn}；全部录好并过账后启用，启用本身不记账`
        }
      />
      <ol className="opening-steps" aria-label="启用步骤">
        {data.steps.map((step, i) => (
          <Step key={step.key} no={i + 1} step={step} isClosed={data.isClosed} />
        ))}
      </ol>
      {!data.isClosed && (
        <div>
          <Button type="primary" disabled={!data.mayClose} onClick={begin}>
            检查并启用
          </Button>
        </div>
      )}
    </>
  )
}

function Step({ no, step, isClosed }: { no: number; step: OpeningStep; isClosed: boolean }) {
  const { open } = useTabs()
  const { importType } = step
  return (
    <li>
      <span className="no">{no}</span>
      <span className="what">
        <b>{step.title}</b> <State step={step} />
        <span className="hint">{step.hint}</span>
      </span>
      {!isClosed && (
        <span className="ways">
          <Button size="small" onClick={() => open({ key: step.screen, params: step.params })}>
            去办理
          </Button>
          {importType !== null && (
            <Button size="small" onClick={() => open(`/importExcel?type=${importType}`)}>
              导入
            </Button>
          )}
        </span>
      )}
    </li>
  )
}

function State({ step: { done, waiting, need } }: { step: OpeningStep }) {
  if (waiting > 0)
    return (
      <span className="warns">
        <ClockCircleOutlined aria-hidden /> 已过账 {done}，待过账 {waiting}
      </span>
    )
  if (done > 0)
    return (
      <span className="holds">
        <CheckCircleFilled aria-hidden /> 已有 {done}
      </span>
    )
  if (need === 'optional') return <span className="hint">没有可跳过</span>
  return need === 'needed' ? (
    <span className="refuses">
      <CloseCircleFilled aria-hidden /> 必需，没有不能启用
    </span>
  ) : (
    <span className="warns">
      <ExclamationCircleFilled aria-hidden /> 建议补全，不影响启用
    </span>
  )
}
