import { type ConsoleMessage, expect, type Page, type Route, test as base } from '@playwright/test'
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

  constructor(readonly page: Page) {
    this.login = new LoginPage(page)
    this.shell = new Shell(page)
    this.list = new DocumentList(page)
    this.editor = new DocumentEditor(page)
  }

  /** Signs in and stands before the page at `path`. */
  async enter(username: string, path = '/dashboard'): Promise<void> {
    await this.page.goto(`/login?redirect=${encodeURIComponent(path)}`)
    await this.login.signIn(username)
    await this.shell.isThere()
  }
}

interface World {
  /** The desk of this story. */
  desk: Desk
  /** Another desk, in a browser of its own. */
  secondDesk: Desk
  /** The owner at work elsewhere, who brings about what a story needs. */
  boss: Colleague
  /** What the page of this story may say as an error, because the story is about it. */
  provoked: RegExp | undefined
}

async function furnish(page: Page, origin: string): Promise<Desk> {
  await page.context().addCookies([{ name: 'did', value: deviceId, url: origin }])
  // Frames of others have a storage of their own, or none.
  await page.addInitScript((id) => {
    if (self === top) localStorage.setItem('did', id)
  }, deviceId)
  return new Desk(page)
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

/** A story: fails when one of its pages throws or its console shows an error. */
export const test = base.extend<World>({
  provoked: [undefined, { option: true }],
  desk: async ({ page, baseURL, provoked }, use) => {
    const faults = watched(page)
    await use(await furnish(page, baseURL ?? ''))
    expect(unprovoked(faults, provoked)).toEqual([])
  },
  secondDesk: async ({ browser, baseURL, provoked }, use) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const faults = watched(page)
    await use(await furnish(page, baseURL ?? ''))
    await context.close()
    expect(unprovoked(faults, provoked)).toEqual([])
  },
  boss: async ({ baseURL }, use) => {
    const boss = await Colleague.signIn(baseURL ?? '', 'boss01')
    await use(boss)
    await boss.leaves()
  },
})
