/** Pages that are open without a token (business/frame 2.1). The server itself answers /api/region; it is listed as the guard has it. */
const openPaths = ['/login', '/bind', '/auth-redirect', '/register/company', '/api/region'] as const
type OpenPath = (typeof openPaths)[number]

/** What to do with an address: show an open page, the shell, or go elsewhere first. */
type Decision = { show: OpenPath | 'shell' } | { goTo: string }

const openPathOf = (pathname: string) => openPaths.find((path) => path === pathname.replace(/(?<=.)\/$/, ''))

/**
 * The guard of business/frame 2.1: open paths are shown to all, /login also with a token; any other path needs a token and is
 * remembered in the `redirect` parameter.
 */
export function guard(pathname: string, search: string, hasToken: boolean): Decision {
  const open = openPathOf(pathname)
  if (open) return { show: open }
  if (hasToken) return { show: 'shell' }
  return { goTo: `/login?redirect=${encodeURIComponent(pathname + search)}` }
}

/** Where to go after the sign-in: the remembered path when it is one of ours that needs one, else the home page. */
export function afterLogin(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect') ?? ''
  // Parsed as the browser will do it: it takes back slashes for slashes, leaves out tabs and line breaks, and resolves dots.
  const here = 'https://here.invalid'
  if (!wanted.startsWith('/') || !URL.canParse(wanted, here)) return '/'
  const { origin, pathname, search: query, hash } = new URL(wanted, here)
  const isOurs = origin === here && !pathname.startsWith('//') && !openPathOf(pathname)
  return isOurs ? pathname + query + hash : '/'
}
