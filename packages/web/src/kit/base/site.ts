import { productTitle } from '@chepu/contract/shell/constants'
import { signInPaths } from '@chepu/contract/shell/sign-in-paths'
import type { SiteInfo } from '@chepu/contract/shell/site'
import { send } from './call'

// No component library and no schemas: the sign-in page needs this too, and stays small.

const storageKey = 'site'

const plain: SiteInfo = {
  title: productTitle,
  logo: '',
  loginImage: '',
  isVersionShown: false,
  servicePhone: '',
  settlementNote: '',
  isOpenDemo: false,
}

/** What this browser last heard of the site, so that no page waits for it. */
function remembered(): SiteInfo {
  try {
    return { ...plain, ...(JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<SiteInfo>) }
  } catch {
    return plain
  }
}

let current = remembered()
let pageTitle = ''
const listeners = new Set<() => void>()

/** Title, pictures and the like of the installation (站点配置), as far as this browser knows them. */
export const siteInfo = (): SiteInfo => current

/** Hears changes of the site; returns the function that stops it. */
export function onSite(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The product's mark: the site's own, or ours. */
export const logoOf = (site: SiteInfo): string => site.logo || '/logo.svg'

/** Title of the browser tab: the page's and the product's (business/frame 1). */
export function setPageTitle(title: string): void {
  pageTitle = title
  document.title = title ? `${title} - ${current.title}` : current.title
}

/** Takes over what the server said of the site: kept for the next start, shown at once. */
function keepSite(site: SiteInfo): void {
  localStorage.setItem(storageKey, JSON.stringify(site))
  current = { ...plain, ...site }
  setPageTitle(pageTitle)
  document.querySelector('link[rel="icon"]')?.setAttribute('href', logoOf(current))
  for (const listener of listeners) listener()
}

/** Asks the server, in the background: without an answer the remembered one stays. */
export const refreshSite = (): Promise<void> =>
  send<SiteInfo>('GET', signInPaths.site, { quiet: true }).then(keepSite, () => undefined)
