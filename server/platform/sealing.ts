import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts secrets that have to be read again (AES-256-GCM), so that the database alone does not reveal them. */
export interface Sealer {
  /** The encrypted secret to store; `owner` is the person it belongs to. */
  seal(secret: string, owner: string): string
  /** The secret; `null` when it was sealed for another owner, with another key, or has been changed since. */
  open(sealed: string, owner: string): string | null
}

const algorithm = 'aes-256-gcm'
const [ivLength, tagLength] = [12, 16]

/** A sealer with its own key, derived from the installation's secret only for this purpose. */
export function sealer(secret: string, purpose: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `dendro ${purpose}`, 32))
  return {
    seal(text, owner) {
      const iv = randomBytes(ivLength)
      const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagLength }).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength), { authTagLength: tagLength })
        decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
        return decipher.update(bytes.subarray(ivLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}
