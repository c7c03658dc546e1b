import { randomInt } from 'node:crypto'

/** Letters and digits that nobody confuses when reading them off a screen. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A password that is shown once and must be changed at the first sign-in. */
export const oneTimePassword = (): string =>
  Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('')
