/** Writes a cookie for the whole site; an empty value removes it. */
export function setCookie(name: string, value: string): void {
  const age = value === '' ? '; Max-Age=0' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${age}`
}

/** A cookie's value, or ''. */
export function getCookie(name: string): string {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found ? decodeURIComponent(found.slice(name.length + 1)) : ''
}
