import { attachedFileTypes } from '#contract/attached-files.ts'

const numbers = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })
const [kilobyte, megabyte] = [1024, 1024 * 1024]

/** `340 КБ`, `1,2 МБ`. */
export function fileSize(bytes: number): string {
  if (bytes >= megabyte) return `${numbers.format(bytes / megabyte)}\u00a0МБ`
  return `${numbers.format(Math.max(1, Math.round(bytes / kilobyte)))}\u00a0КБ`
}

const kinds: Record<string, string> = {
  [attachedFileTypes.picture]: 'Снимок',
  [attachedFileTypes.pdf]: 'PDF',
  [attachedFileTypes.xlsx]: 'Таблица XLSX',
}

/** What a file is, in a word. */
export const fileKind = (type: string): string => kinds[type] ?? ''
