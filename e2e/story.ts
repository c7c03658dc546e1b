import { type ConsoleMessage, expect, type Page, type Route, test as base, type TestInfo } from '@playwright/test'
import type { UserInfo } from '@chepu/contract/shell/session'
import { Colleague, deviceId } from './api'
import { DocumentEditor } from './pages/document-editor'
import { DocumentList } from './pages/document-list'
import { LoginPage } from './pages/login'
import { Shell } from './pages/shell'

export { expect }

/** One person before one screen. */
export class Desk {
  readonly login: LoginPage
  readonly shell: Shell
  readonly list: DocumentList
  readonly editor: DocumentEditor

  /** Sign-ins of this desk that did not go through the sign-in page. */
  private readonly sessions: Colleague[] = []

  constructor(
    readonly page: Page,
    private readonly origin = '',
  ) {
    this.login = new LoginPage(page)
    this.shell = new Shell(page)
    this.list = new DocumentList(page)
    this.editor = new DocumentEditor(page)
  }

  /**
   * Stands before the page at `path`, signed in. The session is laid into the browser as the sign-in page leaves it, which is
   * gone through only by stories about it.
   */
  async enter(username: string, path = '/dashboard'): Promise<void> {
    const session = await Colleague.signIn(this.origin, username)
    this.sessions.push(session)
    // Any page of the program that runs nothing.
    await this.page.goto('/healthz')
    await this.page.evaluate(keepSession, await session.introduction())
    await this.page.goto(path)
    await this.shell.isThere()
  }

  /** Ends what `enter` began, unless the story has ended it: of one user only so many sign-ins stay. */
  async leaves(): Promise<void> {
    await Promise.all(this.sessions.map((session) => session.leaves().catch(() => undefined)))
  }
}

/** Keeps a session in the browser tab under the names of business/frame 3.1. */
function keepSession({ token, ...info }: UserInfo): void {
  const { orgInfo, orgList, whids, ...user } = info
  sessionStorage.clear()
  sessionStorage.setItem('token', token)
  for (const [key, value] of Object.entries({ user, orgInfo, orgList, whids }))
    sessionStorage.setItem(key, JSON.stringify(value))
  document.cookie = `userId=${info.userid}; Path=/; SameSite=Lax`
}

interface World {
  /** The desk of this story. */
  desk: Desk
  /** Another desk, in a browser of its own. */
  secondDesk: Desk
  /** What the page of this story may say as an error, because the story is about it. */
  provoked: RegExp | undefined
  /** Whether the story changes what every page of the installation shows, so that no other may be played meanwhile. */
  alone: boolean
  /** What a story waits for before it begins, see e2e/turns.mjs. */
  turn: void
}

/** What stays from one story of a worker to the next. */
interface Office {
  /** The owner at work elsewhere, who brings about what a story needs. */
  boss: Colleague
}

async function furnish(page: Page, origin: string): Promise<Desk> {
  await page.context().addCookies([{ name: 'did', value: deviceId, url: origin }])
  // Frames of others have a storage of their own, or none.
  await page.addInitScript((id) => {
    if (self === top) localStorage.setItem('did', id)
  }, deviceId)
  return new Desk(page, origin)
}

/** Holds the page's next answer from an address back: `taken` once it is on its way, as things are then, until `release`. */
export async function holdBack(page: Page, address: RegExp) {
  const held = { taken: Promise.resolve(), release: () => {} }
  const released = new Promise<void>((go) => (held.release = go))
  let take = () => {}
  held.taken = new Promise<void>((go) => (take = go))
  const answer = async (route: Route) => {
    const response = await route.fetch()
    take()
    await released
    await route.fulfill({ response })
  }
  await page.route(address, answer, { times: 1 })
  return held
}

/** What the browser itself says of a call that was refused or not answered, which the page tells the user. */
const isRefusal = (message: ConsoleMessage): boolean =>
  message.text().startsWith('Failed to load resource:') && new URL(message.location().url).pathname.startsWith('/api')

/** Collects what a page throws and what stands in its console as an error, such as a breach of its own policy. */
function watched(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isRefusal(message)) faults.push(`${message.text()} (${message.location().url})`)
  })
  return faults
}

const unprovoked = (faults: readonly string[], provoked: RegExp | undefined) =>
  faults.filter((fault) => !provoked?.test(fault))

/** Keeps what a page shows when its story has failed. Playwright would draw the pages of all, before it knows. */
async function pictureOf(page: Page, info: TestInfo, name: string): Promise<void> {
  if (info.errors.length === 0) return
  const path = info.outputPath(name)
  await page.screenshot({ path, timeout: 5_000 }).then(
    () => info.attachments.push({ name: 'screenshot', path, contentType: 'image/png' }),
    () => undefined,
  )
}

/** A story may end while its page is on the way to another; the browser has been seen not to end when it is told to just then. */
async function settles(page: Page): Promise<void> {
  if (!page.isClosed()) await page.waitForLoadState()
}

/** A story: fails when one of its pages throws or its console shows an error. */
export const test = base.extend<World, Office>({
  provoked: [undefined, { option: true }],
  alone: [false, { option: true }],
  turn: [
    async ({ baseURL, alone }, use) => {
      const over = new AbortController()
      const address = `http://127.0.0.1:${Number.parseInt(new URL(baseURL ?? '').port, 10) + 4000}`
      await fetch(`${address}/${alone ? 'alone' : 'together'}`, { signal: over.signal })
      await use()
      over.abort()
    },
    { auto: true, timeout: 180_000 },
  ],
  desk: async ({ page, baseURL, provoked }, use, info) => {
    const faults = watched(page)
    const desk = await furnish(page, baseURL ?? '')
    await use(desk)
    await pictureOf(page, info, 'desk.png')
    expect(unprovoked(faults, provoked)).toEqual([])
    await settles(page)
    // A page that learns of its end would go to the sign-in page meanwhile.
    await page.context().close()
    await desk.leaves()
  },
  secondDesk: async ({ browser, baseURL, provoked }, use, info) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const faults = watched(page)
    const desk = await furnish(page, baseURL ?? '')
    await use(desk)
    await pictureOf(page, info, 'second-desk.png')
    await settles(page)
    await context.close()
    await desk.leaves()
    expect(unprovoked(faults, provoked)).toEqual([])
  },
  // One for all stories of a worker: to sign in costs more than most of what he is asked for.
  boss: [
    // Playwright wants the pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, { project }) => {
      const boss = await Colleague.signIn(project.use.baseURL ?? '', 'boss01')
      await use(boss)
      await boss.leaves()
    },
    { scope: 'worker' },
  ],
})
