import { request } from 'node:http'
import { workerData } from 'node:worker_threads'

/** Sends the same body again as soon as an answer or a broken connection came; runs until it is ended. */
const { url, body, address } = workerData
const content = Buffer.from(body)

const send = () =>
  new Promise((resolve) => {
    const sending = request(url, {
      method: 'POST',
      agent: false,
      localAddress: address,
      headers: { 'content-type': 'application/json', 'content-length': content.length },
    })
    sending.on('error', () => resolve())
    sending.on('response', (response) => response.resume().on('close', () => sending.destroy()))
    sending.on('close', () => resolve())
    sending.end(content)
  })

for (;;) await send()
