import type { EditorStore } from '../kit/document/document-editor-store'
import { partnerById } from './lists'

/** Begins a new document with the customer whom its link names, as 客户详情 does (business/customers 7.1); false where it names none. */
export async function beginFor(store: EditorStore, partnerId: string | undefined): Promise<boolean> {
  const id = Number.parseInt(partnerId ?? '', 10)
  const partner = id > 0 ? await partnerById(id) : undefined
  if (!partner) return false
  store.beginWith({ partnerId: id, partnerName: partner.name }, () => undefined)
  return true
}
