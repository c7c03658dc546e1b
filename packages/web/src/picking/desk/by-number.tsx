import { pickingQueue } from '@chepu/contract/picking/desk'
import { Button, Input, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { useScreenParams } from '../../kit/base/tabs'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import './desk.css'
import { IssuePanel } from './issue-panel'

/** So many orders are offered to choose from. */
const offered = 20

/** 按单号领料 (business/repair 5.5): the number or the plate is typed or scanned, and its material stands there to be handed over. */
export default function PickingByNumber() {
  const { order: linked = '' } = useScreenParams()
  const [text, setText] = useState(linked)
  const [asked, setAsked] = useState(linked)
  const [chosen, setChosen] = useState<number>()
  // A panel issues once: what is left of the order stands in a new one.
  const [times, setTimes] = useState(0)
  const search = useRef<InputRef>(null)
  const refresh = useRefreshCalls()
  const query = { order: asked, page: 1, rows: offered }
  const { data, isFetching } = useCall(pickingQueue.list, { query }, { enabled: asked !== '', loud: true })
  const rows = asked === '' ? [] : (data?.rows ?? [])
  const [only] = rows
  const shown = rows.find(({ id }) => id === chosen) ?? (rows.length === 1 ? only : undefined)
  const ask = () => {
    setChosen(undefined)
    setTimes(0)
    setAsked(text.trim())
  }
  const onIssued = () => {
    setTimes(times + 1)
    search.current?.focus({ cursor: 'all' })
    refresh(pickingQueue.list)
  }
  return (
    <div className="pk-page">
      <div className="pk-search">
        <Input
          ref={search}
          autoFocus
          allowClear
          aria-label="工单号或车牌"
          placeholder="扫描或输入工单号、车牌、车架号后几位，回车"
          value={text}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setText(event.target.value)}
          onPressEnter={ask}
        />
        <Button type="primary" onClick={ask}>
          查找
        </Button>
      </div>
      {asked !== '' && !isFetching && rows.length === 0 && <p>没有可领料的工单：{asked}</p>}
      {rows.length > 1 && (
        <div className="pk-matches">
          {rows.map(({ id, billNo, plate }) => (
            <Button key={id} type={id === shown?.id ? 'primary' : 'default'} onClick={() => setChosen(id)}>
              {plate} {billNo}
            </Button>
          ))}
        </div>
      )}
      {shown && (
        <IssuePanel key={`${shown.id} ${times}`} orderId={shown.id} leavesKeys={times > 0} onIssued={onIssued} />
      )}
    </div>
  )
}
