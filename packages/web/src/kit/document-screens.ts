/** Where documents of a kind are opened. */
export interface DocumentScreen {
  /** Screen key, the path without its slash. */
  screen: string
  title: string
}

const screens = new Map<string, DocumentScreen>()

/** Names the screen of each kind of document; the application does it once at its start. */
export function setDocumentScreens(byKind: Readonly<Record<string, DocumentScreen>>): void {
  for (const [kind, screen] of Object.entries(byKind)) screens.set(kind, screen)
}

export const documentScreen = (kind: string): DocumentScreen | undefined => screens.get(kind)

/** Deep link to a document, nothing for a kind without a screen of its own. */
export const documentPath = (kind: string, id: number): string | undefined => {
  const found = screens.get(kind)
  return found && `/${found.screen}?id=${id}`
}
