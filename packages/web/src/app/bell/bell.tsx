import { BellOutlined } from '@ant-design/icons'
import { Popover } from 'antd'
import { lazy, Suspense, useRef, useState } from 'react'
import type { TabTarget } from '../../kit/base/tabs'
import './bell.css'
import type { BellState } from './use-push'

const BellLists = lazy(() => import('./bell-lists').then((module) => ({ default: module.BellLists })))
const AnnouncementView = lazy(() =>
  import('./announcement-view').then((module) => ({ default: module.AnnouncementView })),
)
const ReleaseNotes = lazy(() => import('./release-notes').then((module) => ({ default: module.ReleaseNotes })))

interface BellProps {
  bell: BellState
  open: (target: TabTarget) => void
}

/** The bell of the top bar: how much is unread, and a click shows 通知, 待办 and 消息 (business/frame 2.4). */
export function Bell({ bell, open }: BellProps) {
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState<{ announcement: number } | 'release' | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const label = bell.unread > 0 ? `消息，${bell.unread}条未读` : '消息，没有未读'
  return (
    <>
      <Popover
        open={isOpen}
        onOpenChange={setOpen}
        trigger="click"
        placement="bottomRight"
        arrow={false}
        destroyOnHidden
        classNames={{ root: 'bell-popover' }}
        content={
          <Suspense fallback={<div className="bell-lists page-loading" role="status" aria-label="正在加载" />}>
            <BellLists
              round={bell.round}
              open={open}
              showAnnouncement={(announcement) => setShown({ announcement })}
              showReleases={() => setShown('release')}
              close={close}
            />
          </Suspense>
        }
      >
        <button
          ref={button}
          type="button"
          className="top-button bell-button"
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
        >
          <BellOutlined />
          {bell.unread > 0 && (
            <span className="bell-count" aria-hidden="true">
              {bell.unread > 99 ? '99+' : bell.unread}
            </span>
          )}
        </button>
      </Popover>
      <span className="visually-hidden" role="status">
        {bell.text}
      </span>
      <Suspense>
        {shown === 'release' && <ReleaseNotes onClose={() => setShown(null)} />}
        {shown !== null && shown !== 'release' && (
          <AnnouncementView id={shown.announcement} onClose={() => setShown(null)} />
        )}
      </Suspense>
    </>
  )
}
