import { assembly } from '@chepu/contract/warehouse/assembly'
import type { EditorLine } from '../../kit/goods/document-lines'
import { KitEditor } from '../kit/kit-editor'

const leaves = (line: EditorLine) => line['isKit'] !== true

/** 组装单: components become a kit (business/warehouse 1.5). */
export default function AssemblyEditor() {
  return <KitEditor document={assembly} leaves={leaves} />
}
