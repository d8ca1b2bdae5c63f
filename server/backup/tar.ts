import { type FileHandle, open } from 'node:fs/promises'

const block = 512
const nameLength = 100

export interface TarEntry {
  name: string
  size: number
  /** Where its content starts in the archive. */
  offset: number
}

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`
const padding = (size: number) => (block - (size % block)) % block

/** The header of a file in the POSIX format, which every `tar` reads. */
function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > nameLength) throw new Error(`${name} is too long for an archive`)
  const header = Buffer.alloc(block)
  header.write(name, 0)
  header.write(octal(0o600, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size, 12), 124)
  header.write(octal(Math.floor(Date.now() / 1000), 12), 136)
  // The checksum is calculated with spaces in its own field.
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\0', 257)
  header.write('00', 263)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** Appends a file to an archive; `content` must have exactly `size` bytes. */
export async function addEntry(
  archive: FileHandle,
  name: string,
  size: number,
  content: AsyncIterable<Buffer> | Buffer,
) {
  await archive.appendFile(headerOf(name, size))
  for await (const chunk of Buffer.isBuffer(content) ? [content] : content) await archive.appendFile(chunk)
  await archive.appendFile(Buffer.alloc(padding(size)))
}

export async function endArchive(archive: FileHandle): Promise<void> {
  await archive.appendFile(Buffer.alloc(2 * block))
}

/** The files of an archive. Throws if it is not an archive or is truncated. */
export async function listEntries(path: string): Promise<TarEntry[]> {
  const archive = await open(path)
  try {
    const entries: TarEntry[] = []
    const header = Buffer.alloc(block)
    for (let offset = 0; ;) {
      const { bytesRead } = await archive.read(header, 0, block, offset)
      if (bytesRead < block) throw new Error('the archive is cut off')
      if (header.every(byte => byte === 0)) return entries
      if (header.toString('latin1', 257, 262) !== 'ustar') throw new Error('this is no archive')
      const size = Number.parseInt(header.toString('latin1', 124, 135), 8)
      const name = header.toString('utf8', 0, nameLength).replace(/\0.*$/s, '')
      entries.push({ name, size, offset: offset + block })
      offset += block + size + padding(size)
    }
  } finally {
    await archive.close()
  }
}
