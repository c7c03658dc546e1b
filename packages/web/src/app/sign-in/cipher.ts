/** Encrypts one short text with RSA-OAEP and SHA-256; base64, or false when it did not work. */
export type Encrypt = (text: string) => Promise<string | false>

/**
 * The cipher of the device header for a public key in PEM. The browser's own where it is given; on plain http in a shop's
 * network browsers withhold it, and a script does the same (ADR 0015).
 */
export const cipherFor = (pem: string): Promise<Encrypt> =>
  globalThis.crypto.subtle ? ownCipher(pem) : scriptCipher(pem)

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))

async function ownCipher(pem: string): Promise<Encrypt> {
  const { subtle } = globalThis.crypto
  const der = bytesOf(pem.replace(/-----[^-]+-----|\s/g, ''))
  const key = await subtle.importKey('spki', der, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt'])
  return async (text) => {
    const sealed = await subtle.encrypt({ name: 'RSA-OAEP' }, key, new TextEncoder().encode(text))
    return btoa(String.fromCharCode(...new Uint8Array(sealed)))
  }
}

async function scriptCipher(pem: string): Promise<Encrypt> {
  const { JSEncrypt } = await import('jsencrypt')
  const cipher = new JSEncrypt()
  cipher.setPublicKey(pem)
  return async (text) => cipher.encryptOAEP(text)
}
