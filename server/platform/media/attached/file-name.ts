import { attachedFileTypes } from '#contract/attached-files.ts'

const longest = 120

const kinds = {
  [attachedFileTypes.picture]: { ending: '.webp', known: /\.(?:jpe?g|png|webp|avif|gif)$/i, nameless: 'Снимок' },
  [attachedFileTypes.pdf]: { ending: '.pdf', known: /\.pdf$/i, nameless: 'Документ' },
  [attachedFileTypes.xlsx]: { ending: '.xlsx', known: /\.xlsx$/i, nameless: 'Таблица' },
}

/**
 * The sender's name of a file as it is shown: without folders, without characters that are invisible or turn the text
 * around, and with an ending that tells what it is.
 */
export function cleanFileName(name: string, type: keyof typeof kinds): string {
  const { ending, known, nameless } = kinds[type]
  const last = name.toWellFormed().normalize('NFC').replace(/\p{C}/gu, '').split(/[/\\]/).at(-1) ?? ''
  const visible = last.replace(/[<>:"|?*\ufffd]/g, '_').replace(/\s+/g, ' ')
  const found = known.exec(visible)?.[0] ?? ''
  const stem = [...visible.slice(0, visible.length - found.length)]
    .slice(0, longest)
    .join('')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  return (stem || nameless) + (found || ending)
}
