import { toast } from '../kit/toast'
import { forcedSize, keepSize, type Size, sizes } from './layout-size'
import { goTo, usePlace } from './place'

/**
 * The layout-size selector of SPEC 2. It is hidden: nobody sees it until the Tab key comes to it, as to a skip link. A change
 * shows 布局改变成功 and draws the page anew; the size in force stays mini (SPEC 4).
 */
export function SizeSelect() {
  const { pathname, search } = usePlace()
  const change = () => {
    keepSize()
    toast.success('布局改变成功')
    goTo(`/redirect${pathname}${search}`, { replace: true })
  }
  return (
    <select className="size-select" aria-label="布局大小" value={forcedSize} onChange={change}>
      {(Object.keys(sizes) as Size[]).map((size) => (
        <option key={size} value={size}>
          {sizes[size]}
        </option>
      ))}
    </select>
  )
}
