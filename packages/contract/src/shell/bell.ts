import { z } from 'zod'
import { idParam, route } from '../kernel/route'
import { id } from '../kernel/scalars'

// The names are the wire names of business/frame 3.3.

/** A row of the bell. */
const bellMessage = z.object({
  msg_id: z.number(),
  /** 0 unread, 1 read. */
  status: z.union([z.literal(0), z.literal(1)]),
  message: z.string(),
  /** How long ago, in the words of business/frame 9.4. */
  interval: z.string(),
  /** Number of the event (business/notifications 4); notices and tasks have none. */
  msg_type: z.number().nullable(),
  car_num: z.string(),
  /** Badge of a task: 0 今日到店, 1 马上到期. */
  goshop: z.number().nullable(),
  /** What a click opens: a screen and the parameters of its address, or a document by kind and id. */
  screen: z.string().nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
})
export type BellMessage = z.output<typeof bellMessage>

/** At most so many rows of each kind are shown; older ones follow when these are cleared or done. */
export const bellRows = 200

const path = '/api/web/reservation/msg'

/** Notices (通知), tasks (待办) and business events (消息) of the caller, the newest first. */
export const readBell = route({
  method: 'GET',
  path,
  access: 'signedIn',
  summary: '通知、待办和消息',
  data: z.object({
    notice: z.array(bellMessage),
    agency: z.array(bellMessage),
    news: z.array(bellMessage),
    /** Unread notices and events, and open tasks. */
    unread_num: z.number(),
  }),
})
export type Bell = z.output<typeof readBell.data>

/** Action 1 marks one row as read, action 3 clears the named ones from the bell. Tasks vanish when they are done. */
export const actOnBell = route({
  method: 'POST',
  path,
  access: 'signedIn',
  summary: '消息标记已读或清空',
  body: z.discriminatedUnion('action', [
    z.object({ action: z.literal(1), msg_id: id }),
    z.object({ action: z.literal(3), msg_list: z.array(id).min(1, '没有可清空的消息').max(500, '一次最多清空500条') }),
  ]),
  data: z.object({ unread_num: z.number() }),
})

/** What came of following up a task that falls due soon. */
export const taskOutcomes = ['已联系', '已预约', '放弃'] as const

/** Closes a task 马上到期 (badge 1) with what came of it, for everybody who has it; other tasks vanish when they are done. */
export const closeTask = route({
  method: 'POST',
  path: `${path}/:id/outcome`,
  access: 'signedIn',
  summary: '待办跟进结果',
  params: idParam,
  body: z.object({ outcome: z.enum(taskOutcomes, `结果应为${taskOutcomes.join('、')}`) }),
  data: z.object({ unread_num: z.number() }),
})

/** The push socket; its query carries the token. */
export const pushPath = `${path}/push`

/** Close code of a socket whose session is unknown, expired or ended (business/notifications 5). */
export const sessionOverCode = 4401

/** The server drops a socket after so much silence; the client beats three times as often (business/notifications 5). */
export const silenceMs = 150_000
export const heartbeatMs = 50_000

const beat = z.union([z.string().max(64), z.number()])

/** What the client sends: its heartbeat. */
export const pushBeat = z.object({ heartbeat_value: beat })

/** What the server sends (business/frame 3.3). */
export interface PushMessage {
  /** Echo of the client's heartbeat, null on every other message. */
  heartbeat_value: z.output<typeof beat> | null
  /** Menu and buttons changed. */
  permission: boolean
  unread_num: number
  /** All rows that the bell has. */
  total_num: number
  /** The user may not go on: `msg` says why. */
  org_change: boolean
  /** Text of a new message, or ''. */
  msg: string
}
