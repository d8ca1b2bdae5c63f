/** The one address for people who need help. */
export const supportEmail = 'support@dendro.example'

/** An email to support, with its subject filled in. */
export function supportHref(subject?: string): string {
  return `mailto:${supportEmail}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`
}
