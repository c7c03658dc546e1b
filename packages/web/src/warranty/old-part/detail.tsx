import { type OldPartRow, oldPartStates, readOldPart } from '@chepu/contract/warranty/old-part'
import { Button, Timeline } from 'antd'
import { dayText, timeText } from '../../kit/base/format'
import { useTabs } from '../../kit/base/tabs'
import { useCall } from '../../kit/base/use-call'
import { useNarrow } from '../../kit/base/use-narrow'
import { documentPath } from '../../kit/document/document-screens'
import { PageDrawer } from '../../kit/ui/page-drawer'
import type { RowAction } from '../../kit/ui/row-actions'
import './old-part.css'

const factsOf = (row: OldPartRow): [string, string][] => [
  ['配件', `${row.partName}（${row.partCode}）`],
  ['状态', oldPartStates[row.state]],
  ['位置', row.placeName ?? ''],
  ['序列号', row.serialNo],
  ['车辆', row.carText ?? ''],
  ['厂家', row.manufacturerName ?? ''],
  ['主因件', row.isCause === 'true' ? '是' : ''],
  ['须返厂', row.returns === 'true' ? '是' : '否'],
  ['入库日', dayText(row.storedOn)],
  ['天数', row.days === null ? '' : String(row.days)],
  ['备注', row.remark],
]

/** An old part by its tag: what it is, where it is, and every step that it took. */
export function OldPartDetail(props: {
  tagNo: string
  actionsOf: (row: OldPartRow) => readonly RowAction[]
  onClose: () => void
}) {
  const narrow = useNarrow()
  const { open } = useTabs()
  const { data, error } = useCall(readOldPart, { query: { tagNo: props.tagNo } }, { keeps: true })
  const follow = (kind: string, id: number | null, text: string | null) => {
    const path = id === null ? undefined : documentPath(kind, id)
    if (!path || text === null) return text
    return (
      <button
        type="button"
        className="kit-link"
        onClick={() => {
          props.onClose()
          open(path)
        }}
      >
        {text}
      </button>
    )
  }
  return (
    <PageDrawer
      placement={narrow ? 'bottom' : 'right'}
      size={narrow ? 'auto' : 560}
      title={`旧件 ${props.tagNo}`}
      onClose={props.onClose}
    >
      {error && <p role="alert">{error.message}</p>}
      {data && (
        <>
          <dl className="op-facts" aria-label="旧件">
            {factsOf(data.row)
              .filter(([, value]) => value !== '')
              .flatMap(([title, value]) => [<dt key={title}>{title}</dt>, <dd key={`${title}:`}>{value}</dd>])}
            <dt>三包单</dt>
            <dd>{follow('warranty_bill', data.row.billId, data.row.billNo)}</dd>
          </dl>
          <div className="op-acts" role="toolbar" aria-label="旧件操作">
            {props.actionsOf(data.row).map(({ key, label, danger, run }) => (
              <Button key={key} size="small" danger={danger === true} onClick={run}>
                {label}
              </Button>
            ))}
          </div>
          <Timeline
            items={data.steps.map((step, i) => ({
              key: i,
              content: (
                <>
                  <b>{oldPartStates[step.state]}</b>　{step.userName ?? '系统'}　{timeText(step.at)}
                  <div>
                    {[step.place, step.reason].filter(Boolean).join('，')}
                    {step.docKind !== null && <> {follow(step.docKind, step.docId, step.docNo)}</>}
                  </div>
                </>
              ),
            }))}
          />
        </>
      )}
    </PageDrawer>
  )
}
