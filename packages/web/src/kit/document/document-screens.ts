import type { DocumentDef } from '@chepu/contract/kernel/document'
import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import type { TabTarget } from '../base/tabs'
import type { PrintKind } from '../print/print-kinds'
import type { ScreenDocument, Screens } from './screens'

/** Where documents of a kind are opened. */
interface DocumentScreen extends ScreenDocument {
  /** Screen key, the path without its slash. */
  screen: string
}

const screens = new Map<string, DocumentScreen>()

/** Makes known where each kind of document is opened; the application does it once at its start. */
export function setDocumentScreens(all: Screens): void {
  for (const [screen, { document }] of Object.entries(all))
    if (document) screens.set(document.kind, { screen, ...document })
}

export const documentScreen = (kind: string): DocumentScreen | undefined => screens.get(kind)

/** What puts a document of this kind on paper; the standard paper of goods for a kind without a screen. */
export const paperOf = async (document: AnyDocument): Promise<PrintKind> =>
  (await screens.get(document.kind)?.paper())?.default ?? { document }

/** What puts each kind on paper, in the order of their screens. */
export const allPapers = async (): Promise<PrintKind[]> =>
  (await Promise.all([...screens.values()].map(({ paper }) => paper()))).map((loaded) => loaded.default)

/** Deep link to a document, nothing for a kind without a screen of its own. */
export const documentPath = (kind: string, id: number): string | undefined => {
  const found = screens.get(kind)
  return found && `/${found.screen}?id=${id}`
}

/** What a new document begins with. */
interface NewFrom {
  bizDate?: string
  remark?: string
  /** The first way of paying, of documents of money. */
  tender?: { accountId: number; amount: string; tradeNo: string }
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
  const { partnerId, source, itemIds, tender, ...others } = from
  const key = typeof at === 'string' ? at : (documentScreen(at.kind)?.screen ?? at.path)
  const params = {
    partnerId: partnerId ?? undefined,
    source: source?.kind,
    itemIds: itemIds?.join(','),
    ...tender,
    ...others,
  }
  const known = Object.entries(params).filter(([, value]) => value !== undefined)
  return { key, params: { new: 1, ...Object.fromEntries(known) } }
}
