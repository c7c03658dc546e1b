import type { DeviceInfo } from '@chepu/contract/shell/session'
import { signInPaths } from '@chepu/contract/shell/sign-in-paths'
import { addressOf, CallError } from '../../kit/base/call'
import { clientName } from './browser'
import { cipherFor, type Encrypt } from './cipher'
import { setCookie } from './cookies'

/** The encryption is tried again up to this often, until its output ends with == (business/frame 7.2). */
const maxTries = 10

const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Identity of this browser: the query parameter `did` (business/frame 3.4), else one made once and kept. The cookie lets the server
 * tell a second tab of the same browser from another device at sign-in.
 */
export function deviceId(): string {
  const given = new URLSearchParams(location.search).get('did')?.slice(0, 40)
  const id = given || localStorage.getItem('did') || randomId()
  localStorage.setItem('did', id)
  setCookie('did', id)
  return id
}

const openTabs = { name: '', count: 0 }

/** Tells the device payload which tab is open and how many there are. */
export function noteTabs(name: string, count: number): void {
  Object.assign(openTabs, { name, count })
}

/** At most 190 bytes fit into one block of 2048 bits, so every free text is cut. */
const payload = (): DeviceInfo => ({
  r: location.origin.slice(0, 50),
  di: deviceId(),
  rn: randomId().slice(0, 6),
  tn: openTabs.name.slice(0, 16),
  ttn: String(openTabs.count),
  tm: String(Date.now()),
  cn: clientName(),
})

let encrypter: Promise<Encrypt> | null = null

async function loadEncrypter(): Promise<Encrypt> {
  const response = await fetch(addressOf(signInPaths.deviceKey))
  const { data } = (await response.json()) as { data: { publicKey: string } }
  return cipherFor(data.publicKey)
}

/** Starts loading cipher and key, so that the first call does not wait for them. */
export function prepareDevice(): Promise<Encrypt> {
  encrypter ??= loadEncrypter().catch((error: unknown) => {
    encrypter = null
    throw error
  })
  return encrypter
}

/**
 * The X-Device-Info header: RSA-OAEP with the served key, base64. Throws a CallError without status when the key cannot be
 * fetched.
 */
export async function deviceHeader(): Promise<string> {
  const encrypt = await prepareDevice().catch(() => {
    throw new CallError(0, 0, '网络异常，请检查网络后重试')
  })
  for (let attempt = 0; attempt < maxTries; attempt += 1) {
    const text = await encrypt(JSON.stringify(payload()))
    if (text && text.endsWith('==')) return text
  }
  throw new Error('the device header could not be encrypted')
}
