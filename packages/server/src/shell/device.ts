import { constants, createPrivateKey, createPublicKey, type KeyObject, privateDecrypt } from 'node:crypto'
import { expiredMessage } from '@chepu/contract/kernel/errors'
import { type DeviceInfo, publicKey } from '@chepu/contract/shell/session'
import { z } from 'zod'
import type { App } from '../kernel/http/bind'
import { Failure } from '../kernel/base/errors'

const text = z.string().max(200)
const payload = z.object({ r: text, di: text.min(1), rn: text, tn: text, ttn: text, tm: text, cn: text })

/** The device payload of a header, or null for anything that the key and the shape of business/frame 3.4 do not fit. */
function readDevice(key: KeyObject, header: string): DeviceInfo | null {
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING
    const plain = privateDecrypt({ key, padding, oaepHash: 'sha256' }, Buffer.from(header, 'base64'))
    return payload.parse(JSON.parse(plain.toString('utf8')))
  } catch {
    return null
  }
}

/**
 * Serves the public key and reads the X-Device-Info header of every call; one that cannot be read ends in 401, so that
 * the client signs in again with a fresh key. `privateKey` is PEM.
 */
export function bindDevice({ http, bindOpen }: App, privateKey: string): void {
  const key = createPrivateKey(privateKey)
  const pem = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
  http.decorateRequest('device', null)
  http.addHook('onRequest', async (request) => {
    const header = request.headers['x-device-info']
    if (typeof header !== 'string') return
    request.device = readDevice(key, header)
    if (!request.device) throw new Failure('signedOut', expiredMessage)
  })
  bindOpen(publicKey, () => ({ publicKey: pem }))
}
