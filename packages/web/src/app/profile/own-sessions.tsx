import { endOtherSessions, endOwnSession, type OwnSession, ownSessions } from '@chepu/contract/shell/session'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { Confirm } from '../../kit/ui/confirm'
import { timeText } from '../../kit/base/format'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { deviceName } from '../sign-in/browser'

/** 登录设备: where the user is signed in; he ends what he does not know or has left open (ADR 0074). */
export function OwnSessions() {
  const sessions = useCall(ownSessions)
  const [ending, setEnding] = useState<OwnSession | 'others'>()
  const rows = sessions.data?.rows ?? []
  const run = async () => {
    try {
      if (ending === 'others') await call(endOtherSessions, { body: undefined })
      else if (ending) await call(endOwnSession, { params: { id: ending.id }, body: undefined })
      toast.success(ending === 'others' ? '其他登录已结束' : '该登录已结束')
    } finally {
      // Also after a refusal, which says that it is over already.
      void sessions.refetch()
    }
  }
  return (
    <section className="own-profile own-sessions" aria-label="登录设备">
      <h2>
        登录设备
        {rows.length > 1 && (
          <Button type="link" size="small" danger onClick={() => setEnding('others')}>
            结束其他登录
          </Button>
        )}
      </h2>
      {sessions.error && <p role="alert">{sessions.error.message}</p>}
      <ul>
        {rows.map((row) => (
          <SessionItem key={row.id} row={row} onEnd={() => setEnding(row)} />
        ))}
      </ul>
      {ending !== undefined && (
        <Confirm
          title={ending === 'others' ? '结束其他登录' : '结束登录'}
          okText="结束"
          danger
          run={run}
          onClose={() => setEnding(undefined)}
        >
          {ending === 'others' ? '除本机外，您在其他地方的登录' : `${nameOf(ending)}（${ending.ip}）的登录`}
          将立即退出，那里没有保存的内容可能丢失。
        </Confirm>
      )}
    </section>
  )
}

const nameOf = ({ userAgent }: OwnSession) => deviceName(userAgent)
/** To the minute, which is as exact as the last use is known. */
const minuteText = (moment: string) => timeText(moment).slice(0, 16)

function SessionItem({ row, onEnd }: { row: OwnSession; onEnd: () => void }) {
  const name = nameOf(row)
  return (
    <li>
      <div>
        <strong>{name}</strong>
        {row.isCurrent && <Tag color="blue">本机</Tag>}
        <p>登录地址 {row.ip}</p>
        <p>登录时间 {minuteText(row.signedInAt)}</p>
        <p>最近使用 {minuteText(row.lastUsedAt)}</p>
      </div>
      {!row.isCurrent && (
        <Button size="small" aria-label={`结束${name}的登录`} onClick={onEnd}>
          结束
        </Button>
      )}
    </li>
  )
}
