import { useEffect, useSyncExternalStore } from 'react'

/** Where the browser stands: the parts of the address that a page may depend on. */
interface Place {
  pathname: string
  search: string
  /** Title of the tab that is to be opened, when whoever goes there knows it better. */
  title: string | undefined
}

const here = (): Place => ({
  pathname: location.pathname,
  search: location.search,
  title: (history.state as { title?: string } | null)?.title,
})

let place = here()
const listeners = new Set<() => void>()

/** Looks at the address again; for who has changed it past `goTo`, as the pages before the sign-in do. */
export function readPlace(): void {
  const before = place
  place = here()
  // A date field that loses the keyboard because its page is hidden looks for a box that is gone by then.
  if (place.pathname !== before.pathname && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  for (const listener of listeners) listener()
}
addEventListener('popstate', readPlace)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The place, drawn again with every step, also back and forward. */
export const usePlace = (): Place => useSyncExternalStore(subscribe, () => place)

/** Goes to an address of ours without loading anew; with `replace` nobody comes back to the former one. */
export function goTo(address: string, options: { replace?: boolean; title?: string | undefined } = {}): void {
  const state = options.title === undefined ? null : { title: options.title }
  const isSame = address === location.pathname + location.search
  if (options.replace || isSame) history.replaceState(state, '', address)
  else history.pushState(state, '', address)
  readPlace()
}

/** Draws nothing and goes elsewhere instead. */
export function Elsewhere({ address }: { address: string }) {
  useEffect(() => goTo(address, { replace: true }), [address])
  return null
}
