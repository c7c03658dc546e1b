import { Input } from 'antd'
import { useRef, useState } from 'react'
import { beep } from '../../kit/base/beep'
import { toast } from '../../kit/base/toast'
import { useScans } from '../../kit/base/use-scans'
import './old-part.css'

/** Says aloud that a code is no tag. */
function refuse(code: string): void {
  beep()
  toast.error(`没有找到旧件标签 ${code}`)
}

/** Takes tags, scanned anywhere on the page or typed with Enter. */
export function TagField(props: { label: string; placeholder: string; onTag: (tagNo: string) => void }) {
  const [text, setText] = useState('')
  const field = useRef<HTMLDivElement>(null)
  const take = (code: string, otherwise?: () => void) => {
    // A field that chooses from a list takes no code of another thing.
    const isText = otherwise !== undefined && !document.activeElement?.matches('[role="combobox"]')
    if (!/^jj/i.test(code)) return isText ? otherwise() : refuse(code)
    // What the scanner typed into another field is given up there, before the tag fills that field perhaps.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    return props.onTag(code.toUpperCase())
  }
  useScans({ root: () => field.current?.closest('.op-place'), leaves: '.op-scan *', take })
  return (
    <div className="op-scan" ref={field}>
      <Input
        size="small"
        allowClear
        aria-label={props.label}
        placeholder={props.placeholder}
        enterKeyHint="search"
        maxLength={40}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={() => {
          const tagNo = text.trim().toUpperCase()
          setText('')
          if (tagNo !== '') props.onTag(tagNo)
        }}
      />
    </div>
  )
}
