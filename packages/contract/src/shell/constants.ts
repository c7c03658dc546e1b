// Words that the sign-in page needs too: nothing is imported here, so that it stays small.

/** Product title of the browser tab, the sign-in page and prints. */
export const productTitle = '车铺'

/** Client version, compared with version.json by dotted numbers (business/frame 9.2), and its label. */
export const clientVersion = '3.0.0'
export const clientLabel = '线上版'

/** Version header of every signed-in call (business/frame 7.2). */
export const protocolVersion = '2.0'

/** Answers of sign-in step one (business/frame 4.1). Only `signedIn` stores a session. */
export const signInStatus = { signedIn: 0, elsewhere: 1, chooseOrg: 2, bind: 3 } as const

/** What a failed sign-in says (business/frame 8). */
export const loginMessages = {
  failed: '登录失败，用户名或密码错误',
  network: '登录失败，请检查网络',
  noUserInfo: 'Verification failed, please Login again.',
}
