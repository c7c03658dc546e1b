import { announcementRoutes } from '@chepu/contract/shell/announcement'
import { Modal } from 'antd'
import { timeText } from '../../kit/base/format'
import { useCall } from '../../kit/base/use-call'

/** An announcement as its readers see it. */
export function AnnouncementView({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error } = useCall(announcementRoutes.read, { params: { id } })
  return (
    <Modal open title={data?.title ?? '公告'} footer={null} width={560} onCancel={onClose}>
      {error && <p role="alert">{error.message}</p>}
      {data && (
        <>
          <p className="soft">
            {data.creatorName} {timeText(data.createdAt)}
          </p>
          <div className="announcement-body">{data.body}</div>
        </>
      )}
    </Modal>
  )
}
