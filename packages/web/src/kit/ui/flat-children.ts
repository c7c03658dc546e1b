import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from 'react'

/** Children one by one, fragments opened. */
export const flatChildren = (children: ReactNode, within = ''): ReactNode[] =>
  Children.toArray(children).flatMap((child) => {
    if (!isValidElement<{ children?: ReactNode }>(child)) return [child]
    // Those of two fragments have the same keys.
    const key = `${within}${child.key}`
    return child.type === Fragment ? flatChildren(child.props.children, key) : [cloneElement(child, { key })]
  })
