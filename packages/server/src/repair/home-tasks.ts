import { button, pageOf } from '@chepu/contract/access/catalogue'
import type { HomeTask } from '@chepu/contract/kernel/home-task'
import { sql } from 'kysely'
import { mayPress } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/tx'
import { inWorkshop, workCards } from './dispatch/cards'

/** Lines that wait for technicians, for who gives them, and for a check, for who looks at them; a technician's own stand on his page. */
export async function repairTasks(tx: CallerTx): Promise<HomeTask[]> {
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
