import { networkInterfaces } from 'node:os'

const web = (host: string, port: number) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/**
 * Addresses under which a server that listens on `host` answers, this machine's own first: the host itself, or for all
 * interfaces localhost and the machine's IPv4 addresses in its networks.
 */
export function addressesOf(host: string, port: number, interfaces = networkInterfaces()): [string, ...string[]] {
  if (host !== '0.0.0.0' && host !== '::') return [web(host, port)]
  const own = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
  return [web('localhost', port), ...own.map(({ address }) => web(address, port))]
}
