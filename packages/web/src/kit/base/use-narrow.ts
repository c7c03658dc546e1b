import { useSyncExternalStore } from 'react'

const query = '(max-width: 767px)'
const subscribe = (changed: () => void) => {
  const media = matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Whether the page is worked by finger: no hint at keys, no keyboard of glass rising unasked. */
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches

/** True on a phone, where lists are drawn as cards. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(query).matches)
