import type { FastifyRequest } from 'fastify'

/** The address without what was asked for: mobiles, names and tokens stand in queries. The names of the fields stay. */
const withoutValues = (url: string): string => {
  const [path = '', query] = url.split('?', 2)
  if (query === undefined) return path
  return `${path}?${query
    .split('&')
    .map((field) => field.split('=', 1)[0])
    .join('&')}`
}

/** What the log says of a request. */
export const serializers = {
  req: ({ method, url, host, ip }: FastifyRequest) => ({ method, url: withoutValues(url), host, remoteAddress: ip }),
}
