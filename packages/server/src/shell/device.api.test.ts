import { constants, createPublicKey, generateKeyPairSync, publicEncrypt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { menuTree, publicKey as publicKeyRoute } from '@chepu/contract/shell/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scratchFolder } from '../../test/memory'
import { type Worker, worker } from '../../test/people'
import { openShop, type Shop } from '../../test/shop'
import { loadDeviceKey } from '../app/device-key'
import { bindDevice } from './device'

let shop: Shop
let dataDir: string
let publicKey = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(scratchFolder(), 'chepu-device-'))
  // What an earlier version kept in its data directory.
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  await writeFile(join(dataDir, 'device-key.pem'), pem)
  shop = await openShop({ bind: (app) => bindDevice(app, pem) })
  const buyer = await shop.signIn('buyer')
  publicKey = (await buyer.call(publicKeyRoute)).publicKey
})
afterAll(async () => {
  await shop.close()
  await rm(dataDir, { recursive: true })
})

const encrypt = (text: string) =>
  publicEncrypt(
    { key: createPublicKey(publicKey), padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(text),
  ).toString('base64')
const payload = {
  r: 'http://10.0.0.2',
  di: 'desk-9',
  rn: 'ab12',
  tn: 'purchase',
  ttn: '3',
  tm: '1',
  cn: 'Chrome 131',
}
/** Reads the menu from a device. */
const readMenu = ({ client }: Worker, device: string) =>
  fetch(shop.origin + menuTree.path, { headers: { token: client.token, 'x-device-info': device } })

describe('the device header', () => {
  it('is read with the served key, and its block ends with ==', async () => {
    const device = encrypt(JSON.stringify(payload))
    expect(device.endsWith('==')).toBe(true)
    expect((await readMenu(await worker(shop, 'buyer'), device)).status).toBe(200)
  })

  it('is kept with the session', async () => {
    const buyer = await worker(shop, 'buyer')
    await readMenu(buyer, encrypt(JSON.stringify(payload)))
    const [row] = await shop.db.shared({
      text: 'select device_id, device from shared.session where login_id = $1',
      values: [buyer.userId],
    })
    expect(row).toEqual({ deviceId: 'desk-9', device: { ...payload } })
  })

  it('is refused when it is garbage', async () => {
    const buyer = await worker(shop, 'buyer')
    for (const device of ['garbage==', encrypt('{"di":1}'), Buffer.alloc(256, 7).toString('base64')]) {
      expect((await readMenu(buyer, device)).status).toBe(401)
    }
  })

  it('has the key of the database at every server, which is that of an earlier version where one was', async () => {
    const pemOf = (key: string) => createPublicKey(key).export({ type: 'spki', format: 'pem' })
    expect(pemOf(await loadDeviceKey(shop.ownerUrl, dataDir))).toBe(publicKey)
    expect(existsSync(join(dataDir, 'device-key.pem'))).toBe(false)
    expect(pemOf(await loadDeviceKey(shop.ownerUrl, join(dataDir, 'of another server')))).toBe(publicKey)
    await expect(shop.db.shared({ text: 'select value from shared.secret' })).rejects.toMatchObject({ code: '42501' })
  })
})
