/** Many names have quotation marks of their own, and say what the company is: «Питомник «Верейский косогор»». */
const hasMarks = (name: string) => name.includes('«')

/** A company's name within a sentence: «Косогор», or as it is where it has marks of its own. */
export const quotedCompany = (name: string): string => (hasMarks(name) ? name : `«${name}»`)

/** A company that does something: Компания «Косогор», Питомник «Верейский косогор». */
export const actingCompany = (name: string): string => (hasMarks(name) ? name : `Компания «${name}»`)
