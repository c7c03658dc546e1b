import { type OldPartRow, oldParts } from '@chepu/contract/warranty/old-part'
import { oldPartResults, type ReturnResults } from '@chepu/contract/warranty/old-part-return'
import { Button, Input, Radio } from 'antd'
import { useState } from 'react'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import type { Asked } from '../../kit/document/use-document-actions'
import { Autocomplete } from '../../kit/ui/autocomplete'
import { PageModal } from '../../kit/ui/page-modal'
import '../../kit/ui/small-table.css'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { findPartners } from '../../pickers/lists'
import { TickRows } from '../claim-documents/tick-rows'
import '../old-part/old-part.css'
import type { TagLine } from './return-store'

interface Shipping {
  carrierId: number | null
  carrierName: string
  waybillNo: string
}

/** 发出: carrier and waybill, proposed as the document has them. */
export function ShipDialog({ input, onDone }: DialogProps<Shipping, Asked>) {
  const [values, setValues] = useState(input)
  const { carrierId, waybillNo } = values
  const isReady = carrierId !== null && waybillNo.trim() !== ''
  const take = () => isReady && onDone({ input: { carrierId, waybillNo: waybillNo.trim() } })
  return (
    <PageModal
      open
      width={420}
      title="发出"
      okText="发出"
      cancelText="取消"
      okButtonProps={{ disabled: !isReady }}
      onOk={take}
      onCancel={() => onDone()}
    >
      <div className="op-ask">
        <label>
          物流公司
          <Autocomplete
            label="物流公司"
            text={values.carrierName}
            placeholder="名称 / 拼音"
            find={(text) => findPartners(text, 'logistics')}
            onChange={(option) =>
              setValues((now) => ({
                ...now,
                carrierId: option?.value.id ?? null,
                carrierName: option?.value.name ?? '',
              }))
            }
          />
        </label>
        <label>
          运单号
          <Input
            maxLength={60}
            value={waybillNo}
            onChange={(event) => setValues((now) => ({ ...now, waybillNo: event.target.value }))}
            onPressEnter={take}
          />
        </label>
      </div>
    </PageModal>
  )
}

type Result = ReturnResults['lines'][number]['result']
type Answers = ReadonlyMap<number, { result: Result; reason: string }>

const results = Object.entries(oldPartResults).map(([value, label]) => ({ value, label }))

/** 录结果: what the manufacturer says of each part that waits for his answer; those without one go on waiting. */
export function ResultDialog({ input: lines, onDone }: DialogProps<readonly TagLine[], Asked>) {
  const [answers, setAnswers] = useState<Answers>(new Map())
  const answer = (id: number, patch: Partial<{ result: Result; reason: string }>) =>
    setAnswers((now) => new Map(now).set(id, { result: 'accepted', reason: '', ...now.get(id), ...patch }))
  const take = () => {
    const said = lines.flatMap(({ id, tagNo }) => {
      const found = id === undefined ? undefined : answers.get(id)
      return found ? [{ lineId: id as number, tagNo, ...found, reason: found.reason.trim() }] : []
    })
    const unsaid = said.find(({ result, reason }) => result !== 'accepted' && reason === '')
    if (unsaid) return void toast.error(`${unsaid.tagNo} ${oldPartResults[unsaid.result]}，请填写原因`)
    onDone({ input: { lines: said.map(({ lineId, result, reason }) => ({ lineId, result, reason })) } })
  }
  return (
    <PageModal
      open
      width="min(860px, 96vw)"
      title="录结果"
      okText={`录入 ${answers.size} 件`}
      cancelText="取消"
      okButtonProps={{ disabled: answers.size === 0 }}
      onOk={take}
      onCancel={() => onDone()}
    >
      <Button
        size="small"
        onClick={() => setAnswers(new Map(lines.map(({ id }) => [id as number, { result: 'accepted', reason: '' }])))}
      >
        全部签收
      </Button>
      <div className="small-table op-results">
        <table aria-label="结果">
          <thead>
            <tr>
              <th>标签号</th>
              <th>配件</th>
              <th>结果</th>
              <th>原因</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ id = 0, tagNo, name }) => {
              const said = answers.get(id)
              return (
                <tr key={id}>
                  <td>{tagNo}</td>
                  <td>{name}</td>
                  <td>
                    <Radio.Group
                      size="small"
                      aria-label={`${tagNo} 结果`}
                      optionType="button"
                      options={results}
                      value={said?.result ?? null}
                      onChange={(event) => answer(id, { result: event.target.value as Result })}
                    />
                  </td>
                  <td>
                    <Input
                      size="small"
                      aria-label={`${tagNo} 原因`}
                      maxLength={255}
                      disabled={said === undefined || said.result === 'accepted'}
                      value={said?.reason ?? ''}
                      onChange={(event) => answer(id, { reason: event.target.value })}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </PageModal>
  )
}

const columns = [
  { title: '配件', show: ({ partName }: OldPartRow) => partName },
  { title: '厂家', show: ({ manufacturerName }: OldPartRow) => manufacturerName },
  { title: '位置', show: ({ placeName }: OldPartRow) => placeName },
  { title: '返厂', show: ({ returns }: OldPartRow) => (returns === 'true' ? '须返厂' : '') },
]

/** 选旧件: parts of the manufacturer that lie in the store; those that must go back come ticked. */
export function ChooseDialog({
  input,
  onDone,
}: DialogProps<{ manufacturerId: number | undefined; taken: ReadonlySet<number> }, readonly OldPartRow[]>) {
  const { manufacturerId, taken } = input
  const query = { state: 'stored', rows: 200, sort: 'tagNo', ...(manufacturerId && { manufacturerId }) } as never
  const found = useCall(oldParts.list, { query })
  return (
    <TickRows<OldPartRow>
      {...{ found, taken, columns, onDone }}
      title="选旧件"
      unit="件"
      head="标签号"
      label="旧件"
      idOf={({ id }) => id}
      nameOf={({ tagNo }) => tagNo}
      isTicked={({ returns }) => returns === 'true'}
      moreText="只列出前200件，其余请扫标签加入。"
      nothing="库里没有可返厂的旧件"
    />
  )
}
