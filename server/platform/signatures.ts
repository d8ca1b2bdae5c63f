import { createHmac, timingSafeEqual } from 'node:crypto'

export type Signatures = ReturnType<typeof signatures>

/**
 * Signs texts that go out in addresses and come back. Each purpose has its own key, so that what was signed for one is not
 * valid for another. Signatures are base64url.
 */
export function signatures(secret: string, purpose: string) {
  const key = createHmac('sha256', secret).update(purpose).digest()
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url')

  return {
    sign,

    /** In a time that does not depend on how much of the signature is right. */
    isValid(text: string, signature: string): boolean {
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(text))]
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}
