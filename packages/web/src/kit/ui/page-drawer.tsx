import { Drawer, type DrawerProps } from 'antd'
import { useReturnedFocus } from '../base/focus'
import { useTabActive } from '../base/tabs'

function FocusedDrawer(props: DrawerProps) {
  useReturnedFocus()
  return <Drawer open placement="bottom" size="auto" destroyOnHidden className="page-drawer" {...props} />
}

/**
 * A sheet from the lower edge of a phone. Like PageModal it exists only while its tab is on screen, so what it must remember
 * belongs into the page's state.
 */
export function PageDrawer(props: DrawerProps) {
  return useTabActive() && <FocusedDrawer {...props} />
}
