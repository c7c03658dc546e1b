// A page in a tab of the program, without the program: who is signed in, the tab, and what the shell draws for all pages.
import { type OrgConfig, orgConfig } from '@chepu/contract/kernel/org-config'
import type { FieldKey } from '@chepu/contract/kernel/fields'
import { everyWarehouseFlag, type WarehouseFlag } from '@chepu/contract/kernel/warehouse-flags'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { page as browser } from 'vitest/browser'
import { antdTheme, applyTokens } from '../src/app/shell/theme'
import { SessionContext, type SessionView } from '../src/kit/base/session'
import { type Dirty, type ScreenParams, TabContext, type TabTarget, type TabView } from '../src/kit/base/tabs'
import { onToast } from '../src/kit/base/toast'
import { Server } from './server'
import '../src/app/shell/base.css'
import '../src/app/shell/shell.css'

/** Where the page stands and who looks at it. Without a word he may do and see everything. */
export interface Around {
  params?: ScreenParams
  /** Buttons that he has not got. */
  without?: readonly number[]
  /** Fields that are hidden from him. */
  hidden?: readonly FieldKey[]
  /** What he holds at warehouses where he does not hold everything. */
  flags?: Readonly<Record<number, ReadonlySet<WarehouseFlag>>>
  /** Settings of the organisation that differ from the usual ones. */
  org?: Partial<OrgConfig>
}

/** The tab of a page that is drawn. */
export interface Tab {
  /** Where the page has led. */
  readonly opened: readonly TabTarget[]
  readonly params: ScreenParams
  readonly title: string
  /** Whether closing it would ask. */
  isDirty: () => boolean
  /** Closes it, or what shows the page: nothing of it runs on. */
  close: () => void
}

/** The server of the running test. */
export let server: Server

const open = new Set<Tab>()
/** Every test has a person of its own, so that nobody finds the unsaved work of another. */
let person = 0

/** An empty browser of 1440 by 900 pixels, another person, and a server that nobody has told anything. */
export async function beginTest(): Promise<void> {
  applyTokens()
  localStorage.clear()
  sessionStorage.clear()
  person += 1
  server = new Server()
  globalThis.fetch = server.fetch
  await browser.viewport(1440, 900)
}

/** Closes what is open, and takes away what a test placed beside it: the next page would be longer by that. @throws Error when a call was not as its route says, or nobody answered it */
export function endTest(): void {
  for (const tab of open) tab.close()
  document.body.replaceChildren()
  if (server.faults.length > 0) throw new Error(server.faults.join('\n'))
}

/** Draws a page as the shell does in a tab. */
export function draw(page: ReactNode, around: Around = {}): Tab {
  const place = document.body.appendChild(document.createElement('div'))
  place.style.height = '100%'
  const root = createRoot(place)
  const gone = new AbortController()
  const tab = new DrawnTab(root, place, gone, around.params ?? {})
  open.add(tab)
  flushSync(() => root.render(<Around tab={tab} gone={gone.signal} session={sessionOf(around)} page={page} />))
  return tab
}

class DrawnTab implements Tab {
  opened: TabTarget[] = []
  title = ''
  dirty: Dirty = false

  constructor(
    private readonly root: Root,
    private readonly place: HTMLElement,
    private readonly gone: AbortController,
    public params: ScreenParams,
  ) {}

  isDirty = () => (typeof this.dirty === 'function' ? this.dirty() : this.dirty)

  close = () => {
    open.delete(this)
    this.root.unmount()
    this.gone.abort()
    this.place.remove()
  }
}

function Around(props: { tab: DrawnTab; gone: AbortSignal; session: SessionView; page: ReactNode }) {
  const { tab, gone } = props
  const [params, setParams] = useState(tab.params)
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false } } }))
  const view = useMemo(
    (): TabView => ({
      params,
      active: true,
      gone,
      open: (target) => void tab.opened.push(target),
      close: tab.close,
      setTitle: (title) => {
        tab.title = title
      },
      setDirty: (dirty) => {
        tab.dirty = dirty
      },
      setParams: (changed) => {
        const filled = Object.entries(changed).flatMap(([name, value]) =>
          value == null ? [] : [[name, String(value)]],
        )
        tab.params = Object.fromEntries(filled) as ScreenParams
        setParams(tab.params)
      },
    }),
    [tab, gone, params],
  )
  return (
    <ConfigProvider
      locale={zhCN}
      componentSize="small"
      theme={antdTheme}
      button={{ autoInsertSpace: false }}
      modal={{ mask: { closable: false, blur: false } }}
      drawer={{ mask: { closable: false, blur: false } }}
    >
      <App component={false} message={{ maxCount: 4 }}>
        <Toasts />
        <QueryClientProvider client={client}>
          <SessionContext value={props.session}>
            <TabContext value={view}>
              <section className="page">{props.page}</section>
            </TabContext>
          </SessionContext>
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  )
}

function Toasts() {
  const { message } = App.useApp()
  useEffect(
    () => onToast(({ kind, text, seconds }) => void message.open({ type: kind, content: text, duration: seconds })),
    [message],
  )
  return null
}

const sessionOf = ({ without = [], hidden = [], flags = {}, org = {} }: Around): SessionView => ({
  userId: person,
  name: '王敏',
  employeeId: 1,
  orgId: 1,
  orgName: '总店',
  groupId: 1,
  isPlatform: false,
  whids: [1],
  flagsAt: (id) => flags[id] ?? new Set(everyWarehouseFlag),
  org: orgConfig.parse(org),
  defaultTaxRateId: null,
  labourTaxRate: '0.06',
  reachesGroup: () => false,
  has: (button) => [button].flat().some((each) => !without.includes(each)),
  sees: (field) => !hidden.includes(field),
})
