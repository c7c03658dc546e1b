import { monthText } from '@chepu/contract/kernel/calendar'
import { type Closing, type PeriodRow, periodRoutes } from '@chepu/contract/finance/period-close'
import { Button, Flex, Segmented, Table, Tag } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { minuteText } from '../../kit/base/format'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { FormDialog } from '../../kit/form/form-dialog'
import { PageState } from '../../kit/ui/page-state'
import { CheckDialog } from './check-dialog'
import { Opening } from './opening'
import './period-close.css'

const reopenSchema = periodRoutes.reopen.body.pick({ reason: true })

const nameOf = ({ month, isOpening }: PeriodRow): string =>
  isOpening ? `期初（${monthText(month)}）` : monthText(month)

const afterReopening = ({ isOpening }: PeriodRow): string =>
  isOpening
    ? '反结账后可以继续录入和修改期初；改完请重新启用。'
    : '反结账后可以补录和修改该月单据，不受补录天数限制；改完请重新结账。'

/** 月结: the months of the organisation, which of them are closed and by whom; the oldest open one is checked and closed (business/closing 1). */
export default function PeriodClose() {
  const found = useCall(periodRoutes.list)
  const refresh = useRefreshCalls()
  const [open, setOpen] = useState<{ kind: 'check' | 'reopen'; row: PeriodRow }>()
  const [chosen, setShown] = useState<'months' | 'opening'>()
  const { data } = found
  if (!data) return <PageState error={found.error} retry={() => void found.refetch()} />
  const next = data.rows.findLast(({ isClosed }) => !isClosed)
  const shown = chosen ?? (data.closedMonth === null ? 'opening' : 'months')
  const close = () => setOpen(undefined)
  const changed = () => refresh(periodRoutes.list, periodRoutes.opening)
  return (
    <Flex vertical gap={12} className="period-page">
      <h1 className="visually-hidden">月结</h1>
      <div className="period-bar">
        <span>
          {data.closedMonth === null ? (
            <b>尚未启用</b>
          ) : (
            <>
              已结至 <b>{monthText(data.closedMonth)}</b>
            </>
          )}
        </span>
        <span>
          启用月 <b>{monthText(data.startMonth)}</b>
        </span>
        {next && !(next.isOpening && shown === 'opening') && (
          <Button type="primary" onClick={() => setOpen({ kind: 'check', row: next })}>
            {next.isOpening ? '检查并启用' : `检查并结账 ${nameOf(next)}`}
          </Button>
        )}
      </div>
      <Segmented
        aria-label="内容"
        className="lp-tabs"
        options={[
          { label: '月结', value: 'months' },
          { label: '期初启用', value: 'opening' },
        ]}
        value={shown}
        onChange={setShown}
      />
      {shown === 'months' ? (
        <Months rows={data.rows} next={next} open={setOpen} />
      ) : (
        <Opening begin={() => next && setOpen({ kind: 'check', row: next })} />
      )}
      {open?.kind === 'check' && (
        <CheckDialog row={open.row} name={nameOf(open.row)} onClosed={changed} onClose={close} />
      )}
      {open?.kind === 'reopen' && (
        <FormDialog
          title={`反结账 ${nameOf(open.row)}`}
          schema={reopenSchema}
          okText="反结账"
          fields={[{ name: 'reason', title: '原因', kind: 'area', required: true, help: afterReopening(open.row) }]}
          onSave={({ reason }: z.output<typeof reopenSchema>) => ({
            route: periodRoutes.reopen,
            body: { month: open.row.month, reason },
          })}
          onSaved={() => {
            toast.success(`${nameOf(open.row)} 已反结账`)
            changed()
            close()
          }}
          onClose={close}
        />
      )}
    </Flex>
  )
}

function Months(props: {
  rows: readonly PeriodRow[]
  next: PeriodRow | undefined
  open: (target: { kind: 'check' | 'reopen'; row: PeriodRow }) => void
}) {
  return (
    <Table<PeriodRow>
      rowKey="month"
      size="small"
      pagination={false}
      dataSource={[...props.rows]}
      expandable={{
        rowExpandable: ({ closings }) => closings.length > 0,
        expandedRowRender: historyOf,
      }}
      columns={[
        { title: '期间', width: 130, render: (_, row) => nameOf(row) },
        {
          title: '状态',
          width: 84,
          render: (_, row) => (row.isClosed ? <Tag color="green">已结账</Tag> : <Tag>未结账</Tag>),
        },
        { title: '检查项', responsive: ['md'], render: (_, row) => (row.isClosed ? findingsOf(row.closings[0]) : '') },
        {
          title: '结账人',
          width: 100,
          responsive: ['md'],
          render: (_, row) => (row.isClosed ? row.closings[0]?.closedBy : ''),
        },
        {
          title: '结账时间',
          width: 140,
          responsive: ['md'],
          render: (_, row) => (row.isClosed ? minuteText(row.closings[0]?.closedAt) : ''),
        },
        {
          title: '操作',
          width: 96,
          render: (_, row) => {
            if (row.mayReopen)
              return (
                <Button size="small" danger onClick={() => props.open({ kind: 'reopen', row })}>
                  反结账
                </Button>
              )
            if (row !== props.next) return null
            return (
              <Button size="small" onClick={() => props.open({ kind: 'check', row })}>
                检查
              </Button>
            )
          },
        },
      ]}
    />
  )
}

/** What was found and answered for when a month was closed. */
function findingsOf(closing: Closing | undefined): string {
  const found = closing?.checks.filter(({ count }) => count > 0) ?? []
  if (found.length === 0) return closing?.checks.length ? `${closing.checks.length} 项全部通过` : ''
  return found.map(({ title, count }) => `${title}（${count}）`).join('、')
}

const History = ({ closings }: { closings: readonly Closing[] }) => (
  <ul className="period-history">
    {closings.map((each) => (
      <li key={each.id}>
        {minuteText(each.closedAt)} {each.closedBy ?? '系统'} 结账{each.remark && `，说明：${each.remark}`}
        {each.reopenedAt !== null &&
          `；${minuteText(each.reopenedAt)} ${each.reopenedBy ?? ''} 反结账，原因：${each.reason}`}
      </li>
    ))}
  </ul>
)

const historyOf = ({ closings }: PeriodRow) => <History closings={closings} />
