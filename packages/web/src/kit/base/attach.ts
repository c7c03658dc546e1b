import { resourceRoutes } from '@chepu/contract/shell/resource'
import { call, fillPath, send } from './call'

/** Attaches a file to a document: takes a ticket and sends the content; answers the id of the file. Throws as `call` does, after the user was told. */
export async function attach(owner: { kind: string; ownerId: number }, file: Blob, fileName: string): Promise<number> {
  const ticket = await call(resourceRoutes.ticket, { body: { ...owner, fileName } })
  const form = new FormData()
  form.append('file', file, fileName)
  await send('POST', fillPath(resourceRoutes.upload.path, ticket), { body: form })
  return ticket.id
}
