import { button, pageOf } from '@chepu/contract/access/catalogue'
import { insuranceCase } from '@chepu/contract/repair/insurance-case'
import type { HomeTask } from '@chepu/contract/kernel/home-task'
import { sql } from 'kysely'
import { mayPress } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/tx'
import { repairListTotals } from '../kernel/repair/list'
import { inWorkshop, workCards } from './dispatch/cards'
import { insuranceCaseTraits } from './insurance-case/traits'
import { workOrderTraits } from './work-order/traits'

/** What waits in the workshop: customers who are to be asked, and lines. */
export const repairTasks = async (tx: CallerTx): Promise<HomeTask[]> => [
  ...(await consentTasks(tx)),
  ...(await dispatchTasks(tx)),
  ...(await verdictTasks(tx)),
]

/** Orders whose customer has not been asked yet. */
async function consentTasks(tx: CallerTx): Promise<HomeTask[]> {
  const mayAsk = [pageOf('work_order'), button('work_order', 'confirm')].every((id) => mayPress(tx.caller, id))
  if (!mayAsk) return []
  const params = { state: 'estimating' }
  const { count } = await repairListTotals(tx, workOrderTraits, params)
  return [{ title: '待客户确认工单', count, screen: 'repair', params }]
}

/** Cases whose insurer has the papers, for who enters what he pays. */
async function verdictTasks(tx: CallerTx): Promise<HomeTask[]> {
  if (!mayPress(tx.caller, insuranceCase.actions.agree.button)) return []
  const params = { state: 'submitted' }
  const { count } = await repairListTotals(tx, insuranceCaseTraits, params)
  return [{ title: '待核赔案件', count, screen: 'insuranceCase', params }]
}

/** Lines that wait for technicians, for who gives them, and for a check, for who looks at them; a technician's own stand on his page. */
async function dispatchTasks(tx: CallerTx): Promise<HomeTask[]> {
  const { caller } = tx
  if (!mayPress(caller, pageOf('dispatch'))) return []
  const cards = await workCards(tx, sql`${inWorkshop} and l.work_state in ('waiting', 'finished')`)
  const task = (title: string, count: number, screen = 'businessScheduling'): HomeTask => ({
    title,
    count,
    screen,
    params: {},
  })
  const waiting = cards.filter(({ technicians }) => technicians.length === 0)
  const finished = cards.filter(({ workState }) => workState === 'finished')
  const mine = cards.filter(
    ({ workState, technicians }) =>
      workState === 'waiting' && technicians.some(({ employeeId }) => employeeId === caller.employeeId),
  )
  return [
    ...(mayPress(caller, button('dispatch', 'assign')) ? [task('待派工', waiting.length)] : []),
    ...(mayPress(caller, button('dispatch', 'check')) ? [task('待检验', finished.length)] : []),
    ...(mayPress(caller, button('dispatch', 'start')) ? [task('我的待开工', mine.length, 'myWork')] : []),
  ]
}
