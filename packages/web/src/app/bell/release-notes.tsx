import { readBell } from '@chepu/contract/shell/bell'
import { markRelease, releaseNotes } from '@chepu/contract/shell/releases'
import { Modal } from 'antd'
import { useEffect } from 'react'
import { call } from '../../kit/base/call'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'

/** 更新说明: what every release brought; seen is read. */
export function ReleaseNotes({ onClose }: { onClose: () => void }) {
  const { data, error } = useCall(releaseNotes, {}, { stale: 60_000 })
  const refreshCalls = useRefreshCalls()
  const isUnread = data?.some((note) => !note.is_read) ?? false
  useEffect(() => {
    if (isUnread)
      void call(markRelease, { quiet: true }).then(
        () => refreshCalls(readBell),
        () => undefined,
      )
  }, [isUnread, refreshCalls])
  return (
    <Modal open title="更新说明" footer={null} width={560} onCancel={onClose}>
      {error && <p role="alert">{error.message}</p>}
      <ul className="release-list">
        {data?.map((note) => (
          <li key={note.version}>
            <h3>
              {note.version} {note.title}
              <span className="soft">{note.day}</span>
            </h3>
            <ul>
              {note.items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
