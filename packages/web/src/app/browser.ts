/** Name and main version of the browser, for the device payload: Chrome 131. */
export function clientName(agent: string = navigator.userAgent): string {
  const [, name, version] = /(Edg|OPR|Firefox|CriOS|Chrome|Version)\/(\d+)/.exec(preferred(agent)) ?? []
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', CriOS: 'Chrome', Version: 'Safari' }
  return name ? `${names[name] ?? name} ${version}` : 'unknown'
}

/** Edge and Opera also call themselves Chrome, at an earlier place of the text. */
const preferred = (agent: string) => /(Edg|OPR)\/\d+/.exec(agent)?.[0] ?? agent

/** The product is tested with Chrome; SPEC 2 asks for a warning elsewhere. */
export const isChrome = (agent: string = navigator.userAgent): boolean => clientName(agent).startsWith('Chrome')

/** Fullscreen on or off; false when the browser cannot. */
export async function toggleFullscreen(): Promise<boolean> {
  if (!document.fullscreenEnabled) return false
  await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  return true
}
