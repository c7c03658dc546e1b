// Calls of the sign-in page, whose paths stand apart from their routes: the schemas would double the page. Nothing is imported here.
// Each is written whole, so that it is found as it stands in an address.

export const signInPaths = {
  site: '/api/site',
  deviceKey: '/api-base-user/common/encrypt/get-public-key',
  captcha: '/api-base-user/captcha',
  ways: '/api-base-user/identity/web/ways',
  start: '/api-base-user/identity/web/start',
  sendCode: '/api-base-user/sms/sendMsg',
  sendBindingCode: '/api-base-user/web-chat/sms/send/third/bind',
  password: '/api-base-user/identity/web/pwd-login',
  sms: '/api-base-user/identity/web/sms-login',
  code: '/api/web/code/login',
  wechat: '/api-base-user/identity/web/wx-login',
  wecom: '/api-base-user/identity/web/qyWx-login',
  iam: '/api/web/login/iam',
  bindWechat: '/api-base-user/identity/web/wechat/bind',
  bind: '/api-base-user/identity/web/third/bind',
  stepTwo: '/api/web/user/login',
  errorLog: '/api/web/error/log',
} as const

/** Minutes for which a picture of characters is good. */
export const captchaMinutes = 2

/** Seconds until a mobile may be sent another code of one purpose. */
export const codeWaitSeconds = 60

/** Minutes that a sign-in may be under way at a provider. */
export const providerMinutes = 10

/** Longest texts of a fault that a page reports; what is longer is cut by the page. */
export const faultLimits = { message: 500, stack: 4000, path: 200 } as const
