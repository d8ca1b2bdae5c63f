const latin: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'yo',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
}

/** Words that stand in the place of a product slug in some address of the site or the API. */
const reserved = new Set(['images', 'related', 'edit', 'delete', 'create', 'address'])

/** Letters kept from a name of up to 255; leaves room for a number behind it. */
const maxLength = 200

/** A name in lower-case Latin letters, digits and hyphens; may be empty. */
export function inLatin(name: string, length = maxLength): string {
  const letters = [...name.normalize('NFC').toLowerCase()].map(letter => latin[letter] ?? letter).join('')
  return letters
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’ʼ]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, length)
    .replace(/^-+|-+$/g, '')
}

/** A name as part of a product's address: never empty and never a reserved word. */
export function slugify(name: string): string {
  const slug = inLatin(name)
  if (slug === '') return 'rastenie'
  return reserved.has(slug) ? `rastenie-${slug}` : slug
}

/** Slugs of products with one name: the name's own, then with numbers behind it. */
const numbered = (base: string, number: number) => (number === 1 ? base : `${base}-${number}`)

/** The slugs for a name from the one with this number on. */
export function slugCandidates(name: string, from: number, count: number): string[] {
  const base = slugify(name)
  return Array.from({ length: count }, (_, index) => numbered(base, from + index))
}

/** The slug for a new product: the name's, with the first free number behind it when others have it. */
export function freeSlug(name: string, isTaken: (slug: string) => boolean): string {
  const base = slugify(name)
  for (let number = 1; ; number++) {
    const slug = numbered(base, number)
    if (!isTaken(slug)) return slug
  }
}
