import { hash, verify } from '@node-rs/argon2'

// argon2id with the library's parameters (19 MiB, 2 passes), computed off the event loop.

/** A password as it is stored. */
export const hashPassword = (password: string): Promise<string> => hash(password)

// Verified against when the user name is unknown, so that the time of the answer does not tell.
let stranger: Promise<string> | null = null

/** Whether the password fits; without a stored hash the same work is done and the answer is no. */
export async function passwordFits(stored: string | null | undefined, password: string): Promise<boolean> {
  stranger ??= hashPassword('nobody has this password')
  const fits = await verify(stored ?? (await stranger), password)
  return fits && typeof stored === 'string'
}
