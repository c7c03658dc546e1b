import { Agent, request } from 'node:http'
import { Client } from '../packages/server/test/stage'

const agent = new Agent({ keepAlive: true })

/** Calls like any other, at a third of the processor time of `fetch`: the clients of a measurement share the machine with what is measured. */
export class LeanClient extends Client {
  protected override send(url: string, method: string, headers: Record<string, string>, body: string | undefined) {
    return new Promise<{ status: number; text: string }>((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const sent = request(url, { agent, method, headers: { ...headers, ...length } }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
        answer.on('error', reject)
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }
}
