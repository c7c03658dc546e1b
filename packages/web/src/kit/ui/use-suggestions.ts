import { useEffect, useRef, useState } from 'react'
import type { PickOption } from './pick-options'

const waitMs = 180

/** Finds options for typed text; called with '' when the list opens. */
export type Find<Value> = (text: string) => readonly PickOption<Value>[] | Promise<readonly PickOption<Value>[]>

/**
 * What is typed into a field and the options that are found for it, asked for when the typing rests. Of answers that overtake
 * each other the one to the last question counts. `entries` as in AutocompleteProps.
 */
export function useSuggestions<Value>(findNow: Find<Value>, entries: number | undefined) {
  const [typed, setTyped] = useState<string>()
  const [found, setFound] = useState<{ text: string; options: readonly PickOption<Value>[] }>()
  const [active, setActive] = useState(0)
  const asked = useRef(0)
  /** The question whose answer is taken as soon as it comes, and what calls it off. */
  const settling = useRef(-1)
  const callOff = useRef<() => void>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Whatever was asked before counts no more. */
  const next = () => {
    clearTimeout(timer.current)
    callOff.current?.()
    asked.current += 1
    return asked.current
  }
  useEffect(() => () => void next(), [])
  // A question that waits for the typing to rest is put to the list of that time.
  const find = useRef(findNow)
  find.current = findNow

  /** `at` is the option that Enter and Tab take, -1 for none of them. */
  const ask = (text: string, at = 0) => {
    const mine = next()
    const answer = Promise.resolve(find.current(text.trim()))
    const show = (options: readonly PickOption<Value>[]) => {
      if (mine !== asked.current) return
      setFound({ text, options })
      setActive(at)
    }
    answer.then(show, () => show([]))
    return answer
  }
  /** Asks for what is taken as soon as it is found; answers nothing when something else was asked, typed or called off since. */
  const settle = async (text: string) => {
    const answer = ask(text)
    settling.current = asked.current
    const calledOff = new Promise<undefined>((resolve) => (callOff.current = () => resolve(undefined)))
    const options = await Promise.race([answer.catch(() => []), calledOff])
    if (options) settling.current = -1
    return options
  }
  const isSettling = () => settling.current === asked.current
  const again = useRef<() => void>(undefined)
  again.current = () => {
    if (found) void ask(found.text, active)
  }
  useEffect(() => again.current?.(), [entries])
  const type = (text: string) => {
    next()
    setTyped(text)
    timer.current = setTimeout(() => ask(text), waitMs)
  }
  const close = () => {
    next()
    setTyped(undefined)
    setFound(undefined)
  }
  /** Goes up or down among the options, which are asked for where there are none yet. */
  const walk = (by: number) => {
    if (!found) void ask(typed ?? '')
    else setActive((now) => Math.max(0, Math.min(found.options.length - 1, now + by)))
  }
  return { typed, found, active, ask, settle, isSettling, type, close, walk }
}
