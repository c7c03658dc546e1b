import { actOnBell, closeTask, readBell } from '@chepu/contract/shell/bell'
import type { App } from '../../kernel/http/bind'
import { bellOfCaller, clearRows, closeOwnTask, markRead } from './bell'

/** The bell's calls (business/frame 7.3, business/notifications). */
export function bindBell({ bind }: App): void {
  bind(readBell, (tx) => bellOfCaller(tx, new Date()))
  bind(closeTask, (tx, { params, body }) => closeOwnTask(tx, params.id, body.outcome))
  bind(actOnBell, (tx, { body }) => (body.action === 1 ? markRead(tx, body.msg_id) : clearRows(tx, body.msg_list)))
}
