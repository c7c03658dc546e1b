// Forms of what people type, for pages that must not load the schemas, too. Nothing is imported here.

/** A mobile phone of the mainland: see `mobile` of the scalars. */
export const mobilePattern = /^1(3\d|4[5-9]|5[0-35-9]|6[2567]|7[0-8]|8\d|9[0-35-9])\d{8}$/

/** A code sent by SMS: 6 digits. */
export const smsCodePattern = /^\d{6}$/
