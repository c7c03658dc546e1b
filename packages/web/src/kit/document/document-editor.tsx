import { isPosted } from '@chepu/contract/kernel/states'
import type { ActionName } from '@chepu/contract/kernel/document'
import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import type { ReactNode } from 'react'
import { whileHeld } from '../base/held'
import type { RowAction } from '../ui/row-actions'
import { type EditorApi, EditorApiContext, EditorContext } from './document-context'
import './document-editor.css'
import type { EditorStore } from './document-editor-store'
import { type Choice, EditorBar } from './editor-bar'
import { EditorNotices, LoadFailure } from './editor-notices'
import { EditorOverlay } from './editor-overlays'
import { StateBar } from './state-bar'
import type { Begin } from './use-document'
import { type Ask, type Asks, type OpenEditor, useOpenEditor } from './use-open-editor'

export interface DocumentEditorProps<Def extends AnyDocument> {
  /** The kind, as defined in the contract. */
  document: Def
  /** Keeps the document; the family of the kind makes it. */
  store: EditorStore
  /** Begins a new document from another one. */
  begin?: Begin
  /** What stands under the lines. */
  totals: ReactNode
  /** Buttons of the kind's own after the actions: <SourceButton> (引单), 付款, 转退货 … Of a document between two organisations both have them; what one side alone may press asks for it. */
  toolbar?: (editor: EditorApi) => ReactNode
  /** Further entries of 更多, for what the kind's own list offers as well. */
  more?: (editor: EditorApi) => readonly RowAction[]
  /** What may be done instead of an action, in a menu beside its button. */
  instead?: Partial<Record<ActionName<Def>, (editor: EditorApi) => readonly Choice[]>>
  /** Asks for what an action takes, in a dialog of the kind's own. */
  asks?: Partial<Record<ActionName<Def>, Ask>>
  /** The visible layout: <HeaderFields> and the tables of lines. */
  children: ReactNode
}

/**
 * The editor of one document of whatever family: loads or begins it, keeps unsaved work, saves and changes state. Keys: Ctrl+S
 * saves, F9 takes the next step (提交 or 审核), F10 goes to the buttons. The page supplies the header fields and the lines as children.
 */
export function DocumentEditor<Def extends AnyDocument>(props: DocumentEditorProps<Def>) {
  const editor = useOpenEditor(props.document, props.store, props.begin, props.asks as Asks | undefined)
  const { dirty, isHere, isOurs, load, meta, overlay, setOverlay } = editor
  if (load.error) return <LoadFailure message={load.error} onRetry={() => void load.reload()} />
  if (!load.ready) return <div className="de-wait">正在打开单据…</div>
  const api = apiOf(editor, props.store)
  // The dialogs of a step ask while the document is held.
  const held = whileHeld(({ currentTarget, target }) => editor.isHeld() && currentTarget.contains(target as Node))
  return (
    <EditorContext value={editor.context}>
      <div className="de" {...held}>
        <StateBar dirty={dirty} />
        <EditorBar
          editor={editor}
          own={isOurs && props.toolbar?.(api)}
          more={(isHere && props.more?.(api)) || []}
          instead={(name) => props.instead?.[name as ActionName<Def>]?.(api) ?? []}
          onOpen={setOverlay}
        />
        <EditorNotices editor={editor} />
        <EditorApiContext value={api}>
          {props.children}
          {props.totals}
        </EditorApiContext>
        {overlay && (
          <EditorOverlay
            {...{ def: props.document, overlay, meta }}
            onChanged={(document) => {
              setOverlay(undefined)
              void editor.changed(document)
            }}
            onClose={() => setOverlay(undefined)}
          />
        )}
      </div>
    </EditorContext>
  )
}

const apiOf = ({ actions, dirty, load, meta, save }: OpenEditor, store: EditorStore): EditorApi => ({
  id: meta.id,
  billNo: meta.billNo,
  state: meta.state,
  isPosted: isPosted(store.def, meta.state) && !meta.isRed,
  header: store.header(),
  partnerId: numberOrNone(store.header().partnerId),
  dirty,
  save,
  act: async (action, input) => void (await actions.act(action, input)),
  reload: load.reload,
})

const numberOrNone = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
