import { Children, Fragment, isValidElement, type ReactNode } from 'react'

/** Children one by one, fragments opened. */
export const flatChildren = (children: ReactNode): ReactNode[] =>
  Children.toArray(children).flatMap((child) =>
    isValidElement<{ children?: ReactNode }>(child) && child.type === Fragment
      ? flatChildren(child.props.children)
      : [child],
  )
