/** Of a name that is being typed. */
const longest = 40

/** What is typed after an «@» at the end of a text, where a name begins; `null` if nothing is. */
export function typedMention(text: string): string | null {
  const typed = /(?:^|[\s(«"])@(?<name>[^@\n[\]]*)$/u.exec(text)?.groups?.name
  // A name has at most a few words.
  return typed === undefined || typed.length > longest || /\s\S*\s\S*\s/u.test(typed) ? null : typed
}
