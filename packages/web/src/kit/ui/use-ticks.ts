import { useState } from 'react'

/** Which rows of a table are ticked, by their ids: as `proposed`, until somebody says otherwise of one. */
export function useTicks(proposed: (id: number) => boolean) {
  const [said, setSaid] = useState<ReadonlyMap<number, boolean>>(new Map())
  return {
    has: (id: number): boolean => said.get(id) ?? proposed(id),
    set: (ids: readonly number[], isOn: boolean): void =>
      setSaid((now) => new Map([...now, ...ids.map((id) => [id, isOn] as const)])),
  }
}
