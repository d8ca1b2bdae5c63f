interface Phone {
  text: string
  /** `tel:` address; `null` for text without a number. */
  href: string | null
}

const extension = /доб|ext|#/i

/** Telephone numbers as typed, separated by commas or semicolons. */
export function parsePhones(text: string): Phone[] {
  return text
    .split(/[,;\n](?!\s{0,9}(?:доб|ext|#))/i)
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(part => {
      // The digits of an extension would become part of the number.
      const number = (part.split(extension)[0] ?? '').replace(/(?!^\+)\D/g, '')
      return { text: part, href: /\d{5}/.test(number) ? `tel:${number}` : null }
    })
}

/** The address of a company's site as typed, with or without its scheme; `null` if it is not an address. */
export function siteLink(text: string): { text: string; href: string } | null {
  const typed = text.trim()
  // `name:8080` is a host with a port, `name:anything` has a scheme.
  const hasScheme = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(typed)
  const url = URL.parse(hasScheme ? typed : `https://${typed}`)
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname.includes('.')) return null
  return { text: typed.replace(/^https?:\/\//i, '').replace(/\/$/, ''), href: url.href }
}
