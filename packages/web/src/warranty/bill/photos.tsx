import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { useDocumentMeta, useHeaderErrors } from '../../kit/document/document-context'
import { PhotoField } from '../../kit/form/photo-field'

/** Photos of a saved bill; those that the policy wants have its names, and are red once the bill was refused for them. */
export function BillPhotos({ wanted }: { wanted: readonly string[] }) {
  const { id, state } = useDocumentMeta()
  const isRefused = useHeaderErrors()['photos'] !== undefined
  return (
    <section className="wb-photos" aria-label="照片" data-field="photos">
      <h3>照片</h3>
      {id === undefined ? (
        <p className="kit-note">保存后可以拍照上传{wanted.length > 0 ? `，政策要求：${wanted.join('、')}` : ''}。</p>
      ) : (
        // With the state changes who may remove one.
        <PhotoField key={state} kind={warrantyBill.kind} ownerId={id} wanted={wanted} isRefused={isRefused} />
      )}
    </section>
  )
}
