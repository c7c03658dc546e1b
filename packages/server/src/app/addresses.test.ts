import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { addressesOf } from './addresses'

const at = (address: string, family: 'IPv4' | 'IPv6', internal = false) =>
  ({ address, family, internal }) as NetworkInterfaceInfo
const interfaces = {
  lo: [at('127.0.0.1', 'IPv4', true), at('::1', 'IPv6', true)],
  eth0: [at('192.168.1.8', 'IPv4'), at('fe80::1', 'IPv6')],
  wlan0: [at('10.0.0.5', 'IPv4')],
}

test.each([
  ['0.0.0.0', ['http://localhost:8080', 'http://192.168.1.8:8080', 'http://10.0.0.5:8080']],
  ['::', ['http://localhost:8080', 'http://192.168.1.8:8080', 'http://10.0.0.5:8080']],
  ['192.168.1.8', ['http://192.168.1.8:8080']],
  ['::1', ['http://[::1]:8080']],
  ['shop.lan', ['http://shop.lan:8080']],
])('a server on %s is reached at', (host, addresses) => {
  expect(addressesOf(host, 8080, interfaces)).toEqual(addresses)
})
