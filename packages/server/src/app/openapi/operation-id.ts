import type { AnyRoute } from '../../kernel/http/bind'

const verbs = { GET: 'Read', PUT: 'Replace', PATCH: 'Change', DELETE: 'Remove' } as const

/** Services that most calls belong to; they tell nothing about a call. */
const services = /^\/(api\/web|api-base-user)\//

/**
 * Names the calls for generated clients: the fixed words of the path behind its service, then what the method does there. A GET of rows is a
 * List; a POST saves what a GET reads at the same address (`purchaseOrderSave`), elsewhere its path says what it does
 * (`purchaseOrderAct`).
 */
export function operationIds(routes: readonly AnyRoute[]): (route: AnyRoute) => string {
  const readable = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path))
  const verbOf = ({ method, path, data }: AnyRoute): string => {
    if (method === 'POST') return readable.has(path) ? 'Save' : ''
    return method === 'GET' && hasRows(data) ? 'List' : verbs[method]
  }
  return (route) => camel(route.path) + verbOf(route)
}

const hasRows = ({ def }: AnyRoute['data']): boolean => 'shape' in def && 'rows' in (def.shape as object)

function camel(path: string): string {
  const segments = path
    .replace(services, '')
    .split('/')
    .filter((segment) => !segment.startsWith(':'))
  const words = segments.flatMap((segment) => segment.split(/[^A-Za-z0-9]/)).filter(Boolean)
  return words.map((word, index) => (index === 0 ? lower(word) : upper(word))).join('')
}

const lower = (word: string) => word.charAt(0).toLowerCase() + word.slice(1)
const upper = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
