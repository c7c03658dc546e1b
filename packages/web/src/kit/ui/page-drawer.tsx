import { Drawer, type DrawerProps } from 'antd'
import { useReturnedFocus } from '../base/focus'
import { useTabActive } from '../base/tabs'

function FocusedDrawer(props: DrawerProps) {
  useReturnedFocus()
  const { placement = 'bottom' } = props
  const className = placement === 'bottom' ? 'page-drawer' : ''
  return <Drawer open placement={placement} size="auto" destroyOnHidden className={className} {...props} />
}

/**
 * A sheet from the lower edge of a phone, as high as what it holds; from the right of a wide screen it is as high as that. Like PageModal it exists only while its tab is on screen, so what it must remember
 * belongs into the page's state.
 */
export function PageDrawer(props: DrawerProps) {
  return useTabActive() && <FocusedDrawer {...props} />
}
