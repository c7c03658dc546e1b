import { CloseOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { OpenTab } from './tabs-model'

interface Props {
  tabs: readonly OpenTab[]
  activeId: number
  show: (tab: OpenTab) => void
  close: (id: number) => void
  closeOthers: (id: number) => void
  closeAll: () => void
}

/** The bar of visited pages, with its right-click menu (SPEC 2). */
export function TabStrip({ tabs, activeId, show, close, closeOthers, closeAll }: Props) {
  const [target, setTarget] = useState<OpenTab | null>(null)
  const active = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // Braces: newer browsers answer a promise, which React would take for a clean-up.
    void active.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [activeId, tabs.length])

  const items = [
    { key: 'close', label: '关闭', disabled: target?.pinned ?? true, onClick: () => target && close(target.id) },
    { key: 'others', label: '关闭其他', onClick: () => target && closeOthers(target.id) },
    { key: 'all', label: '关闭所有', onClick: closeAll },
  ]
  return (
    <nav className="tab-strip" aria-label="已打开的页面">
      <Dropdown menu={{ items }} trigger={['contextMenu']}>
        <ul>
          {tabs.map((tab) => (
            <li
              key={tab.id}
              ref={tab.id === activeId ? active : null}
              className={tab.id === activeId ? 'tab active' : 'tab'}
              onContextMenu={() => setTarget(tab)}
              onAuxClick={(event) => event.button === 1 && !tab.pinned && close(tab.id)}
            >
              <button
                type="button"
                className="tab-title"
                aria-current={tab.id === activeId ? 'page' : undefined}
                onClick={() => show(tab)}
              >
                {tab.title}
              </button>
              {!tab.pinned && (
                <button
                  type="button"
                  className="tab-close"
                  aria-label={`关闭 ${tab.title}`}
                  onClick={() => close(tab.id)}
                >
                  <CloseOutlined />
                </button>
              )}
            </li>
          ))}
        </ul>
      </Dropdown>
    </nav>
  )
}
