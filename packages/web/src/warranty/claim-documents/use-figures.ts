import { useEffect, useState } from 'react'
import type { EditorStore } from '../../kit/document/document-editor-store'

/** Figures of an open document, reckoned anew with every change of it. */
export function useFigures<Figures>({ editor, figures }: { editor: EditorStore; figures: () => Figures }): Figures {
  const [shown, setShown] = useState(figures)
  useEffect(() => {
    const again = () => setShown(figures())
    again()
    const stops = [editor.onChange(again), editor.subscribe(again)]
    return () => stops.forEach((stop) => stop())
  }, [editor, figures])
  return shown
}
