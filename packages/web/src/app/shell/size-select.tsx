import { toast } from '../../kit/base/toast'
import { forcedSize, keepSize, type Size, sizes } from './layout-size'
import { goTo, usePlace } from '../navigation/location'

/**
 * The layout-size selector of business/frame 2.4. It is hidden: nobody sees it until the Tab key comes to it, as to a skip link. A change
 * shows 布局改变成功 and draws the page anew; the size in force stays mini (business/frame 4.5).
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
