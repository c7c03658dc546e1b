/** Name and main version of the browser, for the device payload: Chrome 131. */
export function clientName(agent: string = navigator.userAgent): string {
  const [, name, version] = /(Edg|OPR|Firefox|CriOS|Chrome|Version)\/(\d+)/.exec(preferred(agent)) ?? []
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', CriOS: 'Chrome', Version: 'Safari' }
  return name ? `${names[name] ?? name} ${version}` : 'unknown'
}

/** Edge and Opera also call themselves Chrome, at an earlier place of the text. */
const preferred = (agent: string) => /(Edg|OPR)\/\d+/.exec(agent)?.[0] ?? agent

/** Programs around a browser's engine that people know by another name; the first that fits. */
const shells: readonly [sign: RegExp, name: string][] = [
  [/wxwork/, '企业微信'],
  [/MicroMessenger/, '微信'],
  [/QQBrowser/, 'QQ浏览器'],
  [/UCBrowser/, 'UC浏览器'],
  [/HuaweiBrowser/, '华为浏览器'],
  [/MiuiBrowser/, '小米浏览器'],
]

/** Systems by what they call themselves; iPhones name the Mac, and Android names Linux. */
const systems: readonly [sign: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/OpenHarmony|HarmonyOS/, '鸿蒙'],
  [/Android/, '安卓'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
]

const named = (agent: string, names: typeof systems) => names.find(([sign]) => sign.test(agent))?.[1]

/** Browser and system in the words of people: Chrome · Windows. */
export function deviceName(agent: string): string {
  const known = clientName(agent).split(' ')[0]
  const browser = named(agent, shells) ?? (known === 'unknown' ? undefined : known)
  const system = named(agent, systems)
  if (!browser && !system) return '未知设备'
  return [browser ?? '未知浏览器', system].filter(Boolean).join(' · ')
}

/** The product is tested with Chrome; business/frame 2.7 asks for a warning elsewhere. */
export const isChrome = (agent: string = navigator.userAgent): boolean => clientName(agent).startsWith('Chrome')

/** Fullscreen on or off; false when the browser cannot. */
export async function toggleFullscreen(): Promise<boolean> {
  if (!document.fullscreenEnabled) return false
  await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  return true
}
