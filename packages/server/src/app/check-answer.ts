import type { AnyRoute } from '../kernel/http/bind'

/**
 * Refuses an answer that is not what the contract says: another shape, or a field at any depth that the contract does not name.
 * Tests alone ask for it; what is sent is never validated in production.
 */
export function checkAnswer(route: AnyRoute, data: unknown): void {
  const answered: unknown = JSON.parse(JSON.stringify(data ?? null))
  const parsed = route.data.safeParse(answered)
  const call = `${route.method} ${route.path}`
  if (route.download) throw new Error(`${call} answered no file`)
  if (!parsed.success) throw new Error(`${call} answered another shape: ${parsed.error.message}`)
  const unknown = unnamed(answered, parsed.data)
  if (unknown.length > 0) throw new Error(`${call} answered what its contract does not name: ${unknown.join(', ')}`)
}

/** Paths of fields that reading by the contract has left out. */
function unnamed(answered: unknown, read: unknown, path = ''): string[] {
  if (answered === null || typeof answered !== 'object') return []
  if (read === null || typeof read !== 'object') return [path]
  return Object.entries(answered).flatMap(([key, value]) => {
    const at = path === '' ? key : `${path}.${key}`
    return key in read ? unnamed(value, (read as Record<string, unknown>)[key], at) : [at]
  })
}
