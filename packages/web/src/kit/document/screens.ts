import type { ComponentType } from 'react'
import type { PrintKind } from '../print/print-kinds'

type Load = () => Promise<{ default: ComponentType }>

/**
 * A screen: its page, and for documents the editor that opens instead when the deep link has `id` or `new`
 * (`/purchase?id=12`). Both are default exports, loaded when first shown.
 */
export interface Screen {
  page: Load
  editor?: Load
  document?: ScreenDocument
}

/** The kind of document that a screen opens. */
export interface ScreenDocument {
  kind: string
  /** As other pages name it. */
  title: string
  /** What puts it on paper; a default export, loaded when first printed. */
  paper: () => Promise<{ default: PrintKind }>
}

/** Screen key of the server's menu -> screen. A screen's path is its key with a slash in front. */
export type Screens = Readonly<Record<string, Screen>>
