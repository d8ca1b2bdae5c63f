/**
 * The header that names a file in any script (RFC 5987); `plain` is the name, in Latin letters, for programs that do not
 * know that form.
 */
export function contentDisposition(how: 'attachment' | 'inline', name: string, plain: string): string {
  const safe = name
    .replace(/[\p{C}\\/:*?"<>|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=\.\w+$)/, '')
    .trim()
    .toWellFormed()
  const encoded = encodeURIComponent(safe).replace(
    /['()*!]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
