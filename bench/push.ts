import { pushPath, type PushMessage } from '@chepu/contract/shell/bell'
import { announcementRoutes } from '@chepu/contract/shell/announcement'
import { WebSocket } from 'ws'
import { hire } from './people'
import { residentMb } from './processes'
import { figure, note, percentile, rounded, section } from './report'
import { openStage } from './stage'

const users = 1000
const rounds = 7
/** Sockets that are opened at once. */
const batch = 50

/** One message to the open pages of a thousand users: how long until the last has it, and what the pages cost the server. */
export async function measurePush(): Promise<void> {
  section(`Push: ${users} users with an open page, one announcement to all`)
  const stage = await openStage({ parts: 1 })
  const pages: Page[] = []
  try {
    const tokens = await hire(stage.owner, { groupId: stage.groupId, orgId: stage.shop.orgId, count: users })
    const idle = await residentMb(stage.serverPid)
    const opening = performance.now()
    for (let from = 0; from < users; from += batch) {
      const opened = tokens.slice(from, from + batch).map((token) => new Page(stage.origin, token))
      pages.push(...opened)
      await Promise.all(opened.map((page) => page.hears('')))
    }
    const opened = (performance.now() - opening) / 1000
    const times: number[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const title = `第${round}次公告`
      const heard = Promise.all(pages.map((page) => page.hears(title)))
      const started = performance.now()
      await stage.client.call(announcementRoutes.publish, { body: { title, body: '内容', orgId: stage.shop.orgId } })
      await heard
      times.push(performance.now() - started)
    }
    figure('push', '1,000 open sockets, memory over idle', (await residentMb(stage.serverPid)) - idle, ' MB')
    figure('push', '1,000 open sockets, call to last delivery, median', percentile(times, 0.5), ' ms')
    note('slowest of the rounds', `${rounded(Math.max(...times))} ms`)
    note('opened, 50 at a time', `${rounded(opened)} s`)
  } finally {
    for (const page of pages) page.close()
    await stage.close()
  }
}

/** An open page: hears messages by their text. */
class Page {
  private readonly socket: WebSocket
  private wanted: { text: string; heard: () => void } | undefined
  private readonly texts: string[] = []

  constructor(origin: string, token: string) {
    this.socket = new WebSocket(`${origin.replace('http', 'ws')}/api-main${pushPath}?token=${token}`)
    this.socket.on('message', (data) => {
      this.texts.push((JSON.parse(String(data)) as PushMessage).msg)
      this.look()
    })
  }

  hears(text: string): Promise<void> {
    return new Promise((heard) => {
      this.wanted = { text, heard }
      this.look()
    })
  }

  private look(): void {
    const at = this.texts.indexOf(this.wanted?.text ?? '-')
    if (at < 0) return
    this.texts.splice(0, at + 1)
    this.wanted?.heard()
    this.wanted = undefined
  }

  close(): void {
    this.socket.terminate()
  }
}
