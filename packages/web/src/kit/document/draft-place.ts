import { isDraftKept } from './autosave'

/** Browser tabs that may each keep unsaved work of the same document. */
const most = 20

/**
 * Where one editor keeps its unsaved work. Several tabs of the browser with the same editor have a place each, so that none
 * takes over, or writes over, what another one still has open. An unsecured connection has no locks: there all tabs share one.
 */
export class DraftPlace {
  /** Key of the draft; that of the document until a place is taken. */
  key: string
  private taking: Promise<void> | undefined
  private readonly left = new AbortController()

  /** `gone` is aborted when the page of the editor is let go. */
  constructor(
    private readonly document: string,
    gone: AbortSignal,
  ) {
    this.key = document
    if (gone.aborted) this.leave()
    else gone.addEventListener('abort', () => this.leave(), { once: true })
  }

  /** Takes the place that this tab had before, else one where a draft was left, else any free one. */
  take(): Promise<void> {
    this.taking ??= this.choose()
    return this.taking
  }

  /** Leaves the place and what is kept there to whoever opens the document next. */
  leave(): void {
    this.left.abort()
  }

  private async choose(): Promise<void> {
    if (!('locks' in navigator)) return
    for (const key of await this.inOrder()) {
      if (!(await hold(key, this.left.signal))) continue
      this.key = key
      sessionStorage.setItem(sourceKey(this.document), key)
      return
    }
  }

  private async inOrder(): Promise<string[]> {
    const all = Array.from({ length: most }, (_, i) => (i === 0 ? this.document : `${this.document}#${i + 1}`))
    const kept = await Promise.all(all.map((key) => isDraftKept(key).catch(() => false)))
    const former = sessionStorage.getItem(sourceKey(this.document))
    const rank = (key: string, i: number) => (key === former ? 0 : kept[i] ? 1 : 2)
    return [0, 1, 2].flatMap((wanted) => all.filter((key, i) => rank(key, i) === wanted))
  }
}

const sourceKey = (document: string) => `draft-place/${document}`

/** Locks a place until `left` is aborted or the browser tab is closed; false when another tab has it. */
const hold = (key: string, left: AbortSignal): Promise<boolean> =>
  new Promise((answer) => {
    const untilLeft = new Promise<void>((free) => {
      if (left.aborted) free()
      else left.addEventListener('abort', () => free(), { once: true })
    })
    navigator.locks
      .request(`chepu.draft/${key}`, { ifAvailable: true }, (lock) => {
        answer(lock !== null)
        return lock === null ? undefined : untilLeft
      })
      // A frame without storage may not lock; it keeps no drafts either.
      .catch(() => answer(true))
  })
