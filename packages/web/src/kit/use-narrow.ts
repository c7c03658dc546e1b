import { useSyncExternalStore } from 'react'

const query = '(max-width: 767px)'
const subscribe = (changed: () => void) => {
  const media = matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** True on a phone, where lists are drawn as cards. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(query).matches)
