import { Button } from 'antd'
import { useState } from 'react'
import { LinkDialog } from '../ui/link-dialog'
import type { EditorApi } from './document-context'

/** Sends the customer a link to the document of the editor, and shows what he answered. What is unsaved is saved first: the link shows what stands. */
export function LinkButton(props: { editor: EditorApi; label: string; title: string; purpose: string }) {
  const { editor, label, title, purpose } = props
  const [isOpen, setOpen] = useState(false)
  const send = async () => setOpen(!editor.dirty || (await editor.save()))
  return (
    <>
      <Button size="small" onClick={() => void send()}>
        {label}
      </Button>
      {isOpen && editor.id !== undefined && (
        <LinkDialog
          title={`${title} ${editor.billNo}`}
          purpose={purpose}
          subjectId={editor.id}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
