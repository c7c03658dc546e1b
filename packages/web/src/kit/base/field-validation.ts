import { useEffect, useRef } from 'react'

/** A field answers this many milliseconds after the last key (business/frame 5 and 9.1). */
const answerDelay = 500

/** Calls `answer` once nothing has changed `typed` for the delay; never while it is undefined. */
export function useAnswer(typed: unknown, answer: () => void): void {
  const latest = useRef(answer)
  latest.current = answer
  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(() => latest.current(), answerDelay)
    return () => clearTimeout(timer)
  }, [typed])
}
