import type { EditorStore } from '../kit/document/document-editor-store'

/** A save says by which plate or VIN its car was found: a car of a sister's customer is named by that (business/customers 6.3). */
export function saysItsCar(editor: EditorStore): void {
  editor.beside = () => {
    const { plate, vin } = editor.header()
    const car = plate || vin
    return car ? { car } : {}
  }
}
