import { pendingIssued, pendingReceived, type PendingRow } from '@chepu/contract/finance/invoice-pending'
import { Button, DatePicker, Input } from 'antd'
import { useState } from 'react'
import dayjs from '../../kit/base/dayjs'
import type { Asked } from '../../kit/document/use-document-actions'
import { useNarrow } from '../../kit/base/use-narrow'
import { listOf } from '../../kit/list/columns'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import { DayInput } from '../../kit/ui/day-input'
import { PageModal } from '../../kit/ui/page-modal'
import { ReasonField } from '../../kit/ui/reason-field'
import type { DialogProps } from '../../kit/ui/use-dialog'
import './invoice.css'

/** What a step of an invoice asks for. */
interface AskedField {
  name: string
  title: string
  kind: 'text' | 'date' | 'month' | 'money'
  initial?: string
}

/** A step with what it takes: 红冲, 认证抵扣, 进项转出. */
export function StepDialog({
  input: { title, fields, reason, note },
  onDone,
}: DialogProps<{ title: string; fields: readonly AskedField[]; reason?: boolean; note?: string }, Asked>) {
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map(({ name, initial = '' }) => [name, initial])),
  )
  const [why, setWhy] = useState('')
  const set = (name: string, value: string) => setValues({ ...values, [name]: value })
  const input = () =>
    Object.fromEntries(fields.map(({ name, kind }) => [name, kind === 'month' ? values[name] || null : values[name]]))
  return (
    <PageModal
      open
      width={440}
      title={title}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ disabled: reason === true && why.trim() === '' }}
      onOk={() => onDone({ input: input(), ...(reason && { reason: why.trim() }) })}
      onCancel={() => onDone()}
    >
      <div className="inv-ask">
        {note && <p className="kit-note">{note}</p>}
        {fields.map(({ name, title: label, kind }) => (
          <label key={name}>
            {label}
            {kind === 'date' ? (
              <DayInput label={label} day={values[name] || null} onChange={(day) => set(name, day ?? '')} />
            ) : kind === 'month' ? (
              <DatePicker
                picker="month"
                aria-label={label}
                value={values[name] ? dayjs(values[name]) : null}
                onChange={(day) => set(name, day ? day.format('YYYY-MM') : '')}
              />
            ) : (
              <Input
                aria-label={label}
                value={values[name] ?? ''}
                onChange={(event) => set(name, event.target.value.trim())}
              />
            )}
          </label>
        ))}
        {reason && <ReasonField value={why} onChange={setWhy} />}
      </div>
    </PageModal>
  )
}

const lists = { AR: listOf(pendingIssued), AP: listOf(pendingReceived) }

/** Bills of one partner that wait for an invoice, to tick. */
export function BillsDialog({
  input: { side, partnerId },
  onDone,
}: DialogProps<{ side: 'AR' | 'AP'; partnerId: number }, readonly PendingRow[]>) {
  // Cards on a phone have no ticks: each offers itself there.
  const narrow = useNarrow()
  const toolbar = (list: ListApi<PendingRow>) =>
    !narrow && (
      <Button size="small" type="primary" disabled={list.selected.length === 0} onClick={() => onDone(list.selected)}>
        关联{list.selected.length > 0 ? `（${list.selected.length}）` : ''}
      </Button>
    )
  return (
    <PageModal
      open
      width={900}
      title={side === 'AR' ? '选择待开票单据' : '选择待收票单据'}
      footer={null}
      onCancel={() => onDone()}
    >
      <div className="inv-bills">
        <ListPage<PendingRow>
          {...lists[side]}
          export={undefined}
          name="invoiceBills"
          nothing="没有待处理的单据"
          keyOf={(row) => row.key}
          initial={{ partnerId: String(partnerId) }}
          selectable
          {...(narrow && {
            rowActions: (row: PendingRow) => [{ key: 'take', label: '关联', run: () => onDone([row]) }],
          })}
          toolbar={toolbar}
        />
      </div>
    </PageModal>
  )
}
