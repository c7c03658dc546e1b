import { providerMinutes, signInPaths } from '@chepu/contract/shell/sign-in-paths'
import { send } from '../../../kit/base/call'
import { deviceId } from '../device'
import { storeJourney } from '../storage'

/** The frame is drawn anew before a sign-in under way is over. */
const renewMs = (providerMinutes - 1) * 60_000

/** Begins a sign-in at a provider and answers the address of its page. The wanted path waits in this tab. */
async function start(provider: string): Promise<string> {
  deviceId()
  storeJourney({ search: location.search })
  return (await send<{ url: string }>('POST', signInPaths.start, { body: { provider } })).url
}

/** Leaves for the provider's own page. */
export async function goToProvider(provider: string): Promise<void> {
  location.assign(await start(provider))
}

/**
 * The QR page of a provider in a frame of 300 by 400 (business/frame 2.2). After the scan it sends the whole page to /auth-redirect,
 * which a frame may do without a click only when its sandbox says so.
 */
export function showQrFrame(place: HTMLElement, provider: string, title: string): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const draw = async () => {
    clearTimeout(timer)
    const url = await start(provider).catch(() => '')
    if (!url) {
      place.textContent = '二维码加载失败，请稍后再试'
      return
    }
    const frame = document.createElement('iframe')
    frame.width = '300'
    frame.height = '400'
    frame.title = title
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms allow-top-navigation')
    frame.src = url
    place.replaceChildren(frame)
    timer = setTimeout(() => {
      if (place.isConnected && !place.hidden) void draw()
    }, renewMs)
  }
  void draw()
}
