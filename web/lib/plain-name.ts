/** A name or word as the server compares it: in lower case, with «е» for «ё». */
export const plainName = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')
