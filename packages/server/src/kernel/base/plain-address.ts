import { isIPv6 } from 'node:net'

/**
 * An address or network in the one spelling in which they are compared: IPv4 as itself, where a socket or a person wraps it in IPv6, and
 * without the name of an interface.
 */
export function plainAddress(address: string): string {
  const [ip = '', bits] = address.replace(/%.*$/, '').split('/')
  const wrapped = isIPv6(ip) && /^\[::ffff:(\w+):(\w+)\]$/.exec(new URL(`http://[${ip}]`).hostname)
  const outer = bits === undefined ? wrapBits : Number.parseInt(bits, 10)
  if (!wrapped || outer < wrapBits) return bits === undefined ? ip : `${ip}/${bits}`
  const bytes = wrapped.slice(1).flatMap((hex) => [Number.parseInt(hex, 16) >> 8, Number.parseInt(hex, 16) & 255])
  return bits === undefined ? bytes.join('.') : `${bytes.join('.')}/${outer - wrapBits}`
}

/** Bits of an IPv6 address that stand before the IPv4 address in it. */
const wrapBits = 96
