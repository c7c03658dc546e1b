import { CalendarOutlined } from '@ant-design/icons'
import { type ReactNode, Suspense, useState } from 'react'

/**
 * What stands for a calendar until somebody wants it: the chosen days on a button. The calendar itself is a third of all the
 * script of a list, so it is fetched when the pointer or the keyboard comes near, and takes the button's place on a press.
 */
export function CalendarFace(props: {
  id: string
  title: string
  text: string
  load: () => void
  children: ReactNode
}) {
  const [wanted, setWanted] = useState(false)
  const face = (
    <button
      type="button"
      id={props.id}
      className="lp-calendar"
      aria-haspopup="dialog"
      aria-label={`${props.title} ${props.text || '不限'}`}
      onPointerEnter={props.load}
      onFocus={props.load}
      onClick={() => setWanted(true)}
    >
      <span>{props.text || '不限'}</span>
      <CalendarOutlined />
    </button>
  )
  return wanted ? <Suspense fallback={face}>{props.children}</Suspense> : face
}
