import { type RefObject, useLayoutEffect, useState } from 'react'

/** Pixels between the borders and beside the scroll bar of an element; undefined until it is first drawn. */
export function useInnerWidth(element: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    // A tab in the background has no width; it keeps the one it had.
    const measure = () => measured.clientWidth > 0 && setWidth(measured.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return width
}
