import { useEffect, useState } from 'react'

/** A value that follows `value` once it has rested for 200 ms, so that a search asks the server once a word. */
export function useRested<Value>(value: Value, ms = 200): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}
