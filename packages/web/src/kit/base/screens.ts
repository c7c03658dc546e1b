import type { ComponentType } from 'react'

type Load = () => Promise<{ default: ComponentType }>

/**
 * A screen: its page, and for documents the editor that opens instead when the deep link has `id` or `new`
 * (`/purchase?id=12`). Both are default exports, loaded when first shown.
 */
export interface Screen {
  page: Load
  editor?: Load
  /** The kind of document that is opened here, with its title as other pages name it. */
  document?: { kind: string; title: string }
}

/** Screen key of the server's menu -> screen. A screen's path is its key with a slash in front. */
export type Screens = Readonly<Record<string, Screen>>
