import { attempt, onPath } from './find-chromium.ts'

const tools = ['pdfinfo', 'pdftotext', 'pdffonts', 'pdfimages', 'pdftoppm']

/** Whether poppler's tools, with which tests read PDFs, are installed. */
export const hasPoppler = (): boolean => tools.every(onPath)

/** Installs poppler from Debian's packages if possible; otherwise the tests that need it are skipped with a message. */
export function ensurePoppler(): void {
  if (hasPoppler() || process.getuid?.() !== 0 || !onPath('apt-get')) return
  console.log('no poppler found: installing it for the tests that read PDFs')
  attempt('apt-get', ['update', '-qq'])
  attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'poppler-utils'])
}
