/** The support e-mail address. */
export const supportEmail = 'support@dendro.example'

/** A mailto link to support, with the subject filled in. */
export function supportHref(subject?: string): string {
  return `mailto:${supportEmail}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`
}
