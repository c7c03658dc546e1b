import type { DocumentDef } from '@chepu/contract/kernel/document'
import { anyRoutes, type AnyRoutes } from '@chepu/contract/kernel/document-calls'

const made = new WeakMap<DocumentDef, AnyRoutes>()

/** The calls of a kind of document, of whatever family; made once a kind. */
export function routesOf(def: DocumentDef): AnyRoutes {
  const known = made.get(def)
  if (known) return known
  const routes = anyRoutes(def)
  made.set(def, routes)
  return routes
}
