import { attempt, onPath } from './find-chromium.ts'

const tools = ['pdfinfo', 'pdftotext', 'pdffonts', 'pdfimages', 'pdftoppm']

/** Whether the tools of poppler are there, by which the tests read PDFs. */
export const hasPoppler = (): boolean => tools.every(onPath)

/** Installs poppler from Debian's packages where that is possible; elsewhere the tests that need it say so and are skipped. */
export function ensurePoppler(): void {
  if (hasPoppler() || process.getuid?.() !== 0 || !onPath('apt-get')) return
  console.log('no poppler found: installing it for the tests that read PDFs')
  attempt('apt-get', ['update', '-qq'])
  attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'poppler-utils'])
}
