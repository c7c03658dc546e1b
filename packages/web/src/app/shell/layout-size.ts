import { getCookie, setCookie } from '../sign-in/cookies'

const cookie = 'size'

/** Sizes of the layout (business/frame 9.2) as the selector names them. */
export const sizes = { default: '默认', medium: '中等', small: '小', mini: '超小' } as const
export type Size = keyof typeof sizes

/** The size in force, always: business/frame 4.5 forces it, whatever was chosen. */
export const forcedSize: Size = 'mini'

/** Answers a choice of the selector: the cookie keeps the forced size. */
export const keepSize = (): void => setCookie(cookie, forcedSize)

/** Forgets the choice: the cookie is cleared, and the size is the forced one again. */
export const removeSize = (): void => {
  if (getCookie(cookie)) setCookie(cookie, '')
}
