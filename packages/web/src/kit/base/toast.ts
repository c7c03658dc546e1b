export interface Toast {
  kind: 'success' | 'error' | 'warning' | 'info'
  text: string
  /** How long it stays. */
  seconds: number
}

type Listener = (toast: Toast) => void
const listeners = new Set<Listener>()

/** Hears every toast; returns the function that stops it. The shell draws them; the sign-in page draws its own. */
export function onToast(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const show = (kind: Toast['kind'], seconds: number) => (text: string) => {
  for (const listener of listeners) listener({ kind, text, seconds })
}

/**
 * Messages to the user without importing a component library, so that the sign-in page stays small. Errors stay
 * 5 s, the expiry of a session 3 s (business/frame 9.1).
 */
export const toast = {
  success: show('success', 3),
  info: show('info', 3),
  warning: show('warning', 4),
  error: show('error', 5),
  expired: show('error', 3),
}
