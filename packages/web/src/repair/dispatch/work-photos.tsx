import { dispatchBoard, myWork, type WorkCard } from '@chepu/contract/repair/dispatch'
import { linePhotoRoutes } from '@chepu/contract/repair/line-photo'
import { workOrder } from '@chepu/contract/repair/work-order'
import { call } from '../../kit/base/call'
import { toast } from '../../kit/base/toast'
import { useRefreshCalls } from '../../kit/base/use-call'
import { CameraButton } from '../../kit/form/camera-button'
import { Photo } from '../../kit/form/photo-field'

/** 拍照 of the work on a line, while it goes on or as it is checked (business/repair 6.7). */
export function WorkCamera({ card: { orderId, lineId, name } }: { card: WorkCard }) {
  const refresh = useRefreshCalls()
  const keep = async (fileId: number) => {
    await call(linePhotoRoutes.add, { body: { orderId, lineId, fileId } })
    refresh(myWork, dispatchBoard, linePhotoRoutes.list)
    toast.success('照片已保存')
  }
  return <CameraButton owner={{ kind: workOrder.kind, ownerId: orderId }} of={name} onTaken={keep} />
}

/** The photos of a line so far. */
export function WorkPhotos({ card: { photoIds, name } }: { card: WorkCard }) {
  if (photoIds.length === 0) return null
  return (
    <section className="photo-field" aria-label={`${name} 施工照片`}>
      <ul>
        {photoIds.map((id, i) => (
          <Photo key={id} photo={{ id, fileName: `${name} ${i + 1}` }} />
        ))}
      </ul>
    </section>
  )
}
