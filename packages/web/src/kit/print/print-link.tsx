// A QR code on a paper by which its partner sees more of what is his: the link is made as the paper is printed (business/cards 10, business/finance 9).
import { customerLinkRoutes } from '@chepu/contract/kernel/customer-link'
import { Checkbox } from 'antd'
import { type ReactNode, useState } from 'react'
import { call } from '../base/call'
import { qrRows } from '../base/qr'
import type { SessionView } from '../base/session'
import type { PrintQr } from './print-template'

/** What slips of a kind may carry a link to. */
export interface PrintLink {
  purpose: string
  /** Stands beside the code. */
  note: string
  /** Who may make such links; others are not asked. */
  mayMake: (session: Pick<SessionView, 'has' | 'sees'>) => boolean
}

type Subjects = readonly (number | undefined)[]

/** The links that sheets may carry, by the subject of each, which may be made as they are printed; nothing of a sheet without one. */
export interface SheetLinks {
  link: Omit<PrintLink, 'mayMake'>
  subjects: Subjects | (() => Promise<Subjects>)
}

const tickKey = 'chepu.print.qr'

/**
 * The tick 附二维码, which this computer remembers, and the codes that printing makes: one a subject, since a new link ends the former one. A
 * sheet whose link is refused is printed without.
 */
export function usePrintLinks(links: SheetLinks | undefined): {
  tick: ReactNode
  make: () => Promise<(PrintQr | undefined)[]>
} {
  const [isOn, setOn] = useState(() => localStorage.getItem(tickKey) === '1')
  if (!links) return { tick: null, make: () => Promise.resolve([]) }
  const choose = (on: boolean) => {
    localStorage.setItem(tickKey, on ? '1' : '0')
    setOn(on)
  }
  const tick = (
    <Checkbox checked={isOn} onChange={({ target }) => choose(target.checked)}>
      附二维码
    </Checkbox>
  )
  return { tick, make: () => (isOn ? codesOf(links) : Promise.resolve([])) }
}

async function codesOf({ link, subjects: asked }: SheetLinks): Promise<(PrintQr | undefined)[]> {
  const subjects = typeof asked === 'function' ? await asked() : asked
  const codes = new Map<number, PrintQr | undefined>()
  for (const subject of subjects)
    if (subject !== undefined && !codes.has(subject)) codes.set(subject, await codeOf(link, subject))
  return subjects.map((subject) => (subject === undefined ? undefined : codes.get(subject)))
}

async function codeOf({ purpose, note }: SheetLinks['link'], subjectId: number): Promise<PrintQr | undefined> {
  const made = await call(customerLinkRoutes.make, { body: { purpose, subjectId }, quiet: true }).catch(() => undefined)
  return made && { rows: await qrRows(new URL(made.address, location.origin).href), note }
}
