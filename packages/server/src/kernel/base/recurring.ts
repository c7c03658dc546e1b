/** Work that is done again and again behind the requests. */
export interface Recurring {
  /** Does it now; joins the work under way when there is some. Never rejects. */
  look(): Promise<void>
  /** No more looks, and waits for the work under way. */
  stop(): Promise<void>
}

/**
 * Does `work` at once and then every `everyMs` milliseconds, one at a time. What fails is reported and tried again at the
 * next look; what fails because the program stops is not told. Long work asks `isStopped` between its parts.
 */
export function everySoOften(
  everyMs: number,
  work: (isStopped: () => boolean) => Promise<void>,
  report: (error: unknown) => void,
): Recurring {
  let isStopped = false
  let running: Promise<void> | undefined
  const look = () =>
    (running ??= work(() => isStopped)
      .catch((error: unknown) => {
        if (!isStopped) report(error)
      })
      .finally(() => (running = undefined)))
  const timer = setInterval(() => void look(), everyMs)
  void look()
  return {
    look,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
