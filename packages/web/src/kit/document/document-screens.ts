import type { DocumentDef } from '@chepu/contract/kernel/document'
import type { Screens } from '../base/screens'
import type { TabTarget } from '../base/tabs'

/** Where documents of a kind are opened. */
interface DocumentScreen {
  /** Screen key, the path without its slash. */
  screen: string
  title: string
}

const screens = new Map<string, DocumentScreen>()

/** Makes known where each kind of document is opened; the application does it once at its start. */
export function setDocumentScreens(all: Screens): void {
  for (const [screen, { document }] of Object.entries(all))
    if (document) screens.set(document.kind, { screen, title: document.title })
}

export const documentScreen = (kind: string): DocumentScreen | undefined => screens.get(kind)

/** Deep link to a document, nothing for a kind without a screen of its own. */
export const documentPath = (kind: string, id: number): string | undefined => {
  const found = screens.get(kind)
  return found && `/${found.screen}?id=${id}`
}

/** What a new document begins with. */
interface NewFrom {
  partnerId?: number | null | undefined
  purpose?: string
  side?: string
  /** The kind of document that it executes, returns, or settles; and which one. */
  source?: DocumentDef
  sourceId?: number | undefined
  /** Open items that it settles. */
  itemIds?: readonly number[]
}

/** The editor with a new document: of a kind, or on a screen of the kind's own choosing, begun with what is known already. */
export function newDocument(at: DocumentDef | string, from: NewFrom = {}): TabTarget {
  const { partnerId, source, itemIds, ...others } = from
  const key = typeof at === 'string' ? at : (documentScreen(at.kind)?.screen ?? at.path)
  const params = { partnerId: partnerId ?? undefined, source: source?.kind, itemIds: itemIds?.join(','), ...others }
  const known = Object.entries(params).filter(([, value]) => value !== undefined)
  return { key, params: { new: 1, ...Object.fromEntries(known) } }
}
