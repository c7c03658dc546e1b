import { button } from '@chepu/contract/access/catalogue'
import { mul, round, shorten, sub, sumOf } from '@chepu/contract/kernel/decimal'
import {
  type DispatchBoard,
  dispatchCalls,
  dispatchRoles,
  type WorkCard,
  workStates,
} from '@chepu/contract/repair/dispatch'
import { equalShares, isWhole } from '@chepu/contract/repair/dispatch-shares'
import { Button, Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import { timeText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { PageModal } from '../../kit/ui/page-modal'
import { PauseDialog } from '../dispatch/pause-dialog'
import { TextDialog } from '../dispatch/text-dialog'
import type { useWork } from '../dispatch/use-work'
import { WorkCamera, WorkPhotos } from '../dispatch/work-photos'
import { hoursText, minutesText, pauseText, standardText } from '../dispatch/words'
import { endOf, momentOf } from './plan'

interface Props {
  card: WorkCard
  board: DispatchBoard
  day: string
  work: ReturnType<typeof useWork>
  onClose: () => void
}

/** What is typed of a technician: percent of the line. */
interface Part {
  employeeId: number
  percent: string
}

const percentOf = (share: string) => shorten(mul(share, '100'))
const shareOf = (percent: string) => (/^\d{1,3}(\.\d{1,2})?$/.test(percent) ? round(mul(percent, '0.01'), 4) : '-1')
const equal = (ids: readonly number[]): Part[] =>
  ids.length === 0
    ? []
    : equalShares(ids.length).map((share, i) => ({ employeeId: ids[i] as number, percent: percentOf(share) }))

/** 派工: who works on a line, what share is his, where and when; and what is done with it just now. */
export function WorkDialog({ card, board, day, work, onClose }: Props) {
  const standing = card.technicians.filter(({ share }) => shorten(share) !== '0')
  const first = standing[0]
  const [parts, setParts] = useState<Part[]>(
    standing.map(({ employeeId, share }) => ({ employeeId, percent: percentOf(share) })),
  )
  const [bayId, setBay] = useState(first?.bayId ?? null)
  const [isForAll, setForAll] = useState(false)
  const [time, setTime] = useState(first?.plannedStart ? timeText(first.plannedStart).slice(11, 16) : '')
  const isDispatched = card.technicians.length > 0
  const others = board.cards.filter(
    ({ orderId, lineId, technicians }) =>
      !isDispatched && orderId === card.orderId && lineId !== card.lineId && technicians.length === 0,
  )
  const { has } = useSession()
  const mayGive = has(button('dispatch', isDispatched ? 'reassign' : 'assign'))
  const isOpen = mayGive && card.workState !== 'finished' && card.workState !== 'passed'
  const choose = (employeeId: number, isChosen: boolean) =>
    setParts(
      equal([
        ...parts.map((part) => part.employeeId).filter((id) => id !== employeeId),
        ...(isChosen ? [employeeId] : []),
      ]),
    )
  const isSound = parts.length > 0 && isWhole(parts.map(({ percent }) => shareOf(percent)))
  const save = async () => {
    const plannedStart = time ? momentOf(day, time) : null
    const given = isForAll ? [card, ...others] : [card]
    const plan = {
      orderId: card.orderId,
      technicians: parts.map(({ employeeId, percent }) => ({ employeeId, share: shareOf(percent) })),
      bayId,
      plannedStart,
      // Several lines are done one after the other, and nobody says when each of them ends.
      plannedEnd: plannedStart && given.length === 1 ? endOf(plannedStart, card.hours) : null,
    }
    const done = isDispatched
      ? await work.run(dispatchCalls.reassign, { ...plan, lineId: card.lineId })
      : await work.run(dispatchCalls.assign, { ...plan, lineIds: given.map(({ lineId }) => lineId) })
    if (done) onClose()
  }
  const rest = sub(
    '100',
    sumOf(parts, ({ percent }) => (shareOf(percent) === '-1' ? '0' : percent)),
  )
  return (
    <PageModal
      open
      width={560}
      title={`${card.plate} ${card.name}`}
      okText={isDispatched ? '保存改派' : '派工'}
      cancelText="关闭"
      okButtonProps={{ disabled: !isSound, ...(!isOpen && { style: { display: 'none' } }) }}
      confirmLoading={work.busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Standing card={card} />
      {isOpen && others.length > 0 && (
        <Checkbox checked={isForAll} onChange={({ target }) => setForAll(target.checked)}>
          本单其余 {others.length} 项一起派
          <small className="bs-others">{others.map(({ name }) => name).join('、')}</small>
        </Checkbox>
      )}
      <WorkPhotos card={card} />
      <Now card={card} work={work} onClose={onClose} />
      {isOpen && (
        <div className="bs-people" role="group" aria-label="技师">
          {board.technicians.map(({ employeeId, name, workerTypeNames, hours }) => {
            const at = parts.findIndex((part) => part.employeeId === employeeId)
            return (
              <div key={employeeId}>
                <Checkbox checked={at >= 0} onChange={({ target }) => choose(employeeId, target.checked)}>
                  {name}
                  <small>
                    {workerTypeNames} {hoursText(hours)}
                  </small>
                </Checkbox>
                {at === 0 && <small>{dispatchRoles.lead}</small>}
                {at >= 0 && (
                  <Input
                    size="small"
                    suffix="%"
                    aria-label={`${name} 分摊比例`}
                    value={parts[at]?.percent ?? ''}
                    onChange={({ target }) =>
                      setParts(parts.map((part, i) => (i === at ? { ...part, percent: target.value } : part)))
                    }
                  />
                )}
              </div>
            )
          })}
          {board.technicians.length === 0 && <p>没有可派的技师，请先在维修工中登记</p>}
          {parts.length > 0 && !isSound && <p role="alert">分摊比例合计应为 100%，还差 {shorten(rest)}%</p>}
        </div>
      )}
      {isOpen && (
        <div className="bs-plan">
          <label>
            计划开工
            <Input type="time" step={1800} value={time} onChange={({ target }) => setTime(target.value)} />
          </label>
          <label>
            工位
            <Select
              allowClear
              value={bayId}
              options={board.bays.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(id?: number) => setBay(id ?? null)}
            />
          </label>
        </div>
      )}
    </PageModal>
  )
}

/** The line as it stands. */
function Standing({ card }: { card: WorkCard }) {
  return (
    <>
      <p className="bs-standing">
        {card.billNo}　{card.modelText}　{standardText(card.hours)}
        {'　'}
        <b>{card.orderState === 'paused' ? '整单暂停' : workStates[card.workState]}</b>　{pauseText(card)}
      </p>
      {card.complaint && <p className="bs-standing">报修：{card.complaint}</p>}
      {card.technicians
        .filter(({ startedAt }) => startedAt !== null)
        .map(({ id, name, workedMinutes, share }) => (
          <p key={id} className="bs-standing">
            {name} 已用 {minutesText(workedMinutes)}，分摊 {percentOf(share)}%
          </p>
        ))}
    </>
  )
}

/** What can be done with a line at once. */
function Now({ card, work, onClose }: Pick<Props, 'card' | 'work' | 'onClose'>) {
  const { has } = useSession()
  const [asked, setAsked] = useState<'pause' | 'fail'>()
  const may = (name: 'start' | 'check' | 'reassign') => has(button('dispatch', name))
  const { workState, orderState, technicians, isSelfChecked } = card
  const body = { orderId: card.orderId, lineIds: [card.lineId] }
  const goes = technicians.length > 0 && orderState !== 'paused'
  const then = async (done: Promise<boolean>) => {
    if (await done) onClose()
  }
  const step = (title: string, take: () => Promise<boolean>, isShown: boolean) =>
    isShown && (
      <Button key={title} disabled={work.busy} onClick={() => void then(take())}>
        {title}
      </Button>
    )
  const works = may('start') && goes
  const checks = may('check') && goes && workState === 'finished'
  return (
    <p className="bs-now">
      {step('开工', () => work.run(dispatchCalls.start, body), works && workState === 'waiting')}
      {works && workState === 'working' && <Button onClick={() => setAsked('pause')}>暂停</Button>}
      {works && <WorkCamera card={card} />}
      {step('恢复', () => work.run(dispatchCalls.resume, body), works && workState === 'paused')}
      {step(
        '完工',
        () => work.run(dispatchCalls.finish, { ...body, selfCheck: true }),
        works && workState === 'working',
      )}
      {step(
        '自检合格',
        () => work.run(dispatchCalls.selfCheck, { ...body, ok: true }),
        works && workState === 'finished' && !isSelfChecked,
      )}
      {step('检验合格', () => work.run(dispatchCalls.check, { ...body, ok: true }), checks && isSelfChecked)}
      {checks && <Button onClick={() => setAsked('fail')}>检验不合格</Button>}
      {step(
        '撤销派工',
        () => work.run(dispatchCalls.remove, body),
        may('reassign') && technicians.length > 0 && workState === 'waiting',
      )}
      {asked === 'pause' && (
        <PauseDialog
          title={card.name}
          onPause={(kind, reason) => then(work.run(dispatchCalls.pause, { ...body, kind, reason }))}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'fail' && (
        <TextDialog
          title={`检验不合格：${card.name}`}
          label="不合格原因"
          okText="退回返修"
          onSend={(reason) => then(work.run(dispatchCalls.check, { ...body, ok: false, reason }))}
          onClose={() => setAsked(undefined)}
        />
      )}
    </p>
  )
}
