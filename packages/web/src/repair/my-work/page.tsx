import {
  askForParts,
  dispatchCalls,
  type MyWork,
  myWork,
  type WorkCard,
  workStates,
} from '@chepu/contract/repair/dispatch'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { Alert, Button, Skeleton } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { moneyText } from '../../kit/base/format'
import { useRenewal } from '../../kit/base/news'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { PauseDialog } from '../dispatch/pause-dialog'
import { TextDialog } from '../dispatch/text-dialog'
import { useWork } from '../dispatch/use-work'
import { WorkCamera, WorkPhotos } from '../dispatch/work-photos'
import { hoursText, minutesText, momentText, pauseText, standardText, techniciansText } from '../dispatch/words'
import './my-work.css'

type Asked = { card: WorkCard; for: 'pause' | 'parts' | 'fault' }

/** What is done just now stands first, then what can be begun; what waits for others stands last. */
const ranks: readonly string[] = ['working', 'waiting', 'paused', 'finished']
const inOrder = (cards: readonly WorkCard[]): WorkCard[] =>
  cards.toSorted((one, other) => ranks.indexOf(one.workState) - ranks.indexOf(other.workState))

/** 我的任务 (business/repair 6.6): what a technician has to do, on his phone. */
export default function MyWorkPage() {
  const { data, error } = useCall(myWork, {}, { keeps: true })
  useRenewal(myWork)
  const { busy, run } = useWork()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const of = ({ orderId, lineId }: WorkCard) => ({ orderId, lineIds: [lineId] })
  return (
    <div className="my-work">
      <h1>我的任务</h1>
      {error && <Alert type="error" showIcon title={error.message} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 6 }} />}
      {data && !data.isTechnician && <Alert type="info" showIcon title="您的账号没有对应本企业的员工，请联系管理员" />}
      {data && <Earned data={data} />}
      {data?.cards.length === 0 && data.isTechnician && <p className="mw-nothing">没有派给您的项目</p>}
      {inOrder(data?.cards ?? []).map((card) => (
        <Task key={card.lineId} card={card} busy={busy} run={run} ask={(what) => setAsked({ card, for: what })} />
      ))}
      {asked?.for === 'pause' && (
        <PauseDialog
          title={asked.card.name}
          onPause={(kind, reason) => run(dispatchCalls.pause, { ...of(asked.card), kind, reason })}
          onClose={close}
        />
      )}
      {asked?.for === 'parts' && (
        <TextDialog
          title={`请料：${asked.card.plate}`}
          label="需要什么材料，多少"
          okText="通知仓库"
          onSend={(note) => askKeepers(asked.card.orderId, note)}
          onClose={close}
        />
      )}
      {asked?.for === 'fault' && (
        <TextDialog
          title={`自检不合格：${asked.card.name}`}
          label="发现的问题"
          okText="继续施工"
          onSend={(note) => run(dispatchCalls.selfCheck, { ...of(asked.card), ok: false, note })}
          onClose={close}
        />
      )}
    </div>
  )
}

async function askKeepers(orderId: number, note: string): Promise<void> {
  const { told } = await call(askForParts, { body: { orderId, note } })
  if (told > 0) toast.success('已通知仓库')
  else toast.warning('本企业没有可以发料的人员')
}

function Earned({ data: { today, month } }: { data: MyWork }) {
  const sums = [
    { title: '今日', ...today },
    { title: '本月', ...month },
  ]
  return (
    <dl className="mw-earned">
      {sums.map(({ title, lines, hours, minutes, output }) => (
        <div key={title}>
          <dt>{title}完工</dt>
          <dd>
            <b>{lines}</b> 项　{hoursText(hours)}　用时 {minutesText(minutes)}
          </dd>
          <dd>
            工时产值 <b>{moneyText(output)}</b>
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface TaskProps {
  card: WorkCard
  busy: boolean
  run: ReturnType<typeof useWork>['run']
  ask: (what: Asked['for']) => void
}

function Task({ card, busy, run, ask }: TaskProps) {
  const { plate, modelText, billNo, name, hours, complaint, promisedAt, workState, failReason, technicians } = card
  const worked = technicians.reduce((sum, { workedMinutes }) => Math.max(sum, workedMinutes), 0)
  const bay = technicians.find(({ bayName }) => bayName !== null)?.bayName
  const today = shanghaiDay()
  return (
    <article className={`mw-task mw-${workState}`} aria-label={`${plate} ${name}`}>
      <header>
        <b className="mw-plate">{plate || '未上牌'}</b>
        <span>{modelText}</span>
        <i>{card.orderState === 'paused' ? '整单暂停' : workStates[workState]}</i>
      </header>
      <h2>
        {name}
        {card.isAdded && <em>增项</em>}
        {card.isInternalRework && <em className="mw-again">内返</em>}
      </h2>
      <p>
        {standardText(hours)}
        {technicians.length > 1 && `　${techniciansText(card)}`}
        {bay && `　工位 ${bay}`}
        {promisedAt && `　预交车 ${momentText(promisedAt, today)}`}
        {worked > 0 && `　已用 ${minutesText(worked)}`}
      </p>
      {complaint && <p className="mw-complaint">报修：{complaint}</p>}
      {failReason && <p className="mw-fail">不合格：{failReason}</p>}
      {workState === 'paused' && <p className="mw-fail">{pauseText(card)}</p>}
      <WorkPhotos card={card} />
      <footer>
        <Steps card={card} busy={busy} run={run} ask={ask} />
        <span>{billNo}</span>
      </footer>
    </article>
  )
}

/** What can be done with a line as it stands. */
function Steps({ card, busy, run, ask }: TaskProps) {
  const { orderId, lineId, workState, isSelfChecked, orderState } = card
  const body = { orderId, lineIds: [lineId] }
  const parts = (
    <>
      <WorkCamera card={card} />
      <Button onClick={() => ask('parts')}>请料</Button>
    </>
  )
  if (orderState === 'paused') return parts
  if (workState === 'waiting')
    return (
      <>
        <Button type="primary" disabled={busy} onClick={() => void run(dispatchCalls.start, body)}>
          开工
        </Button>
        {parts}
      </>
    )
  if (workState === 'working')
    return (
      <>
        <Button
          type="primary"
          disabled={busy}
          onClick={() => void run(dispatchCalls.finish, { ...body, selfCheck: true })}
        >
          完工并自检合格
        </Button>
        <Button onClick={() => ask('pause')}>暂停</Button>
        {parts}
      </>
    )
  if (workState === 'paused')
    return (
      <>
        <Button type="primary" disabled={busy} onClick={() => void run(dispatchCalls.resume, body)}>
          恢复施工
        </Button>
        {parts}
      </>
    )
  return (
    <>
      {!isSelfChecked && (
        <Button type="primary" disabled={busy} onClick={() => void run(dispatchCalls.selfCheck, { ...body, ok: true })}>
          自检合格
        </Button>
      )}
      {workState === 'finished' && <Button onClick={() => ask('fault')}>自检不合格</Button>}
      {workState === 'finished' && <WorkCamera card={card} />}
      {isSelfChecked && <span>已自检，等待检验</span>}
    </>
  )
}
