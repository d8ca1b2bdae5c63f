/** The time that somebody has typed, as `HH:MM`: «7», «7.30» and «0730» too. `null`: it is none. */
export function readHour(text: string): string | null {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:\s?[:.\s-]?\s?(\d{2}))?$/.exec(text.trim()) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null
  return `${hours.padStart(2, '0')}:${minutes}`
}
