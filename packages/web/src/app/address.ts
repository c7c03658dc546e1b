/** What to do with an address: show the sign-in page, the shell, or go elsewhere first. */
export type Decision = { show: 'login' | 'shell' } | { goTo: string }

/**
 * The guard of SPEC 2: the sign-in page is open to all, any other path needs a token and is remembered in the
 * `redirect` parameter.
 */
export function guard(pathname: string, search: string, hasToken: boolean): Decision {
  if (pathname === '/login') return { show: 'login' }
  if (hasToken) return { show: 'shell' }
  return { goTo: `/login?redirect=${encodeURIComponent(pathname + search)}` }
}

/** Where to go after the sign-in: the remembered path when it is one of ours, else the home page. */
export function afterLogin(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect') ?? ''
  const isOurs = /^\/(?![/\\])/.test(wanted) && !/^\/login\b/.test(wanted)
  return isOurs ? wanted : '/'
}
