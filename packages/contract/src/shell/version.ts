/** True when dotted version `a` is higher than `b`; a missing number counts as 0 (business/frame 9.2). */
export function isNewer(a: string, b: string): boolean {
  const [left, right] = [a, b].map((version) => version.split('.').map((part) => Number.parseInt(part, 10) || 0))
  const length = Math.max(left?.length ?? 0, right?.length ?? 0)
  for (let i = 0; i < length; i += 1) {
    const difference = (left?.[i] ?? 0) - (right?.[i] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}
