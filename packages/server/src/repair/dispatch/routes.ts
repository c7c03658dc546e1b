import { askForParts, dispatchBoard, dispatchCalls, myWork, workerHistory } from '@chepu/contract/repair/dispatch'
import { linePhotoRoutes } from '@chepu/contract/repair/line-photo'
import { repairProgress } from '@chepu/contract/repair/repair-progress'
import type { Bind } from '../../kernel/http/bind'
import { tellKeepers } from './ask-parts'
import { assign, reassign, remove, share } from './assign'
import { dispatchBoardOf } from './board'
import { check, selfCheck } from './checks'
import { workersBefore } from './history'
import { myWorkOf } from './my-work'
import { addPhoto, photosOf, showPhoto } from './photos'
import { finish, pause, resume, start } from './progress'
import { progressOfOrders } from './progress-board'

/** The calls of 派工, the boards of the workshop and the technician's own page. */
export function bindDispatch(bind: Bind): void {
  bind(dispatchCalls.assign, (tx, { body }) => assign(tx, body))
  bind(dispatchCalls.reassign, (tx, { body }) => reassign(tx, body))
  bind(dispatchCalls.remove, (tx, { body }) => remove(tx, body))
  bind(dispatchCalls.share, (tx, { body }) => share(tx, body))
  bind(dispatchCalls.start, (tx, { body }) => start(tx, body))
  bind(dispatchCalls.pause, (tx, { body }) => pause(tx, body))
  bind(dispatchCalls.resume, (tx, { body }) => resume(tx, body))
  bind(dispatchCalls.finish, (tx, { body }) => finish(tx, body))
  bind(dispatchCalls.selfCheck, (tx, { body }) => selfCheck(tx, body))
  bind(dispatchCalls.check, (tx, { body }) => check(tx, body))
  bind(askForParts, (tx, { body }) => tellKeepers(tx, body))
  bind.reads(linePhotoRoutes.list, async (tx, { query }) => ({ rows: await photosOf(tx, query.orderId) }))
  bind(linePhotoRoutes.add, (tx, { body }) => addPhoto(tx, body))
  bind(linePhotoRoutes.show, (tx, { params, body }) => showPhoto(tx, params.id, body.isShown))
  bind.reads(dispatchBoard, (tx, { query }) => dispatchBoardOf(tx, query.day))
  bind.reads(myWork, (tx) => myWorkOf(tx))
  bind.reads(workerHistory, (tx, { query }) => workersBefore(tx, query))
  bind.reads(repairProgress, (tx, { query }) => progressOfOrders(tx, query))
}
