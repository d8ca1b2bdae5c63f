import { crc32, inflateRawSync } from 'node:zlib'

/** Why an archive cannot be unpacked, as one sentence for its owner. */
export class UnreadableArchive extends Error {}

const refuse = (sentence: string): never => {
  throw new UnreadableArchive(sentence)
}

const megabyte = 1024 * 1024

/**
 * Limits of an archive with a table: the number of entries, and the declared and actual unpacked sizes in bytes. 20,000
 * rows with thirty columns take 40 MB.
 */
export const archiveLimits = { entries: 5000, declared: 200 * megabyte, unpacked: 120 * megabyte }

export interface ArchiveEntry {
  name: string
  method: number
  packed: number
  unpacked: number
  checksum: number
  begins: number
}

const damaged = () =>
  refuse(
    'Файл повреждён: его не удалось распаковать. Откройте его в программе, в которой он сделан, и сохраните заново.',
  )
const tooLarge = () => refuse('Файл распаковывается в слишком большой объём: это не таблица.')

/**
 * Large archives store sizes and positions in an extra field (ZIP64). Tables are small, but some programs write the
 * field anyway.
 */
function largeFields(extra: Buffer, fields: number[]): number[] {
  for (let at = 0; at + 4 <= extra.length;) {
    const [kind, size] = [extra.readUInt16LE(at), extra.readUInt16LE(at + 2)]
    if (kind === 1) {
      let next = at + 4
      return fields.map(field => {
        if (field !== 0xffffffff || next + 8 > Math.min(extra.length, at + 4 + size)) return field
        next += 8
        return Number(extra.readBigUInt64LE(next - 8))
      })
    }
    at += 4 + size
  }
  return fields
}

/** The archive's directory of entries, checked against the archive. */
export function listEntries(bytes: Buffer): ArchiveEntry[] {
  let end = bytes.length - 22
  const earliest = Math.max(0, end - 0xffff)
  while (end >= earliest && bytes.readUInt32LE(end) !== 0x06054b50) end--
  if (end < earliest || end < 0) return damaged()
  let count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  const locator = end - 20
  if ((count === 0xffff || at === 0xffffffff) && locator >= 0 && bytes.readUInt32LE(locator) === 0x07064b50) {
    const large = Number(bytes.readBigUInt64LE(locator + 8))
    if (large + 56 > bytes.length || bytes.readUInt32LE(large) !== 0x06064b50) return damaged()
    count = Number(bytes.readBigUInt64LE(large + 32))
    at = Number(bytes.readBigUInt64LE(large + 48))
  }
  if (count > archiveLimits.entries) return tooLarge()
  const entries: ArchiveEntry[] = []
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) return damaged()
    const flags = bytes.readUInt16LE(at + 8)
    const [nameLength, extraLength] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30)]
    const next = at + 46 + nameLength + extraLength + bytes.readUInt16LE(at + 32)
    if (next > bytes.length) return damaged()
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/')
    const extra = bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength)
    const [unpacked = 0, packed = 0, header = 0] = largeFields(extra, [
      bytes.readUInt32LE(at + 24),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 42),
    ])
    if (flags & 1) return refuse('Файл защищён паролем. Снимите пароль и загрузите его ещё раз.')
    if (header + 30 > bytes.length || bytes.readUInt32LE(header) !== 0x04034b50) return damaged()
    const begins = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
    if (begins + packed > bytes.length) return damaged()
    entries.push({
      name,
      method: bytes.readUInt16LE(at + 10),
      packed,
      unpacked,
      checksum: bytes.readUInt32LE(at + 16),
      begins,
    })
    at = next
  }
  // Entries that share bytes could unpack to more than the archive can hold.
  let free = 0
  for (const { begins, packed } of entries.toSorted((one, other) => one.begins - other.begins)) {
    if (begins < free) return damaged()
    free = begins + packed
  }
  if (new Set(entries.map(({ name }) => name)).size < entries.length) return damaged()
  return entries
}

/** The entries of an archive. They are unpacked on request, and the unpacked bytes are counted. */
export interface Archive {
  names: string[]
  read(name: string): Buffer
}

export function openArchive(bytes: Buffer): Archive {
  const entries = listEntries(bytes)
  // The declared sizes are checked before anything is unpacked, and the actual ones during unpacking.
  if (entries.reduce((sum, { unpacked }) => sum + unpacked, 0) > archiveLimits.declared) return tooLarge()
  const byName = new Map(entries.map(entry => [entry.name, entry]))
  let left = archiveLimits.unpacked
  return {
    names: entries.map(({ name }) => name),
    read(name) {
      const entry = byName.get(name)
      if (!entry) return damaged()
      const packed = bytes.subarray(entry.begins, entry.begins + entry.packed)
      if (entry.method !== 0 && entry.method !== 8) return damaged()
      let content: Buffer
      try {
        content = entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, left) })
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : damaged()
      }
      left -= content.length
      if (left < 0) return tooLarge()
      // A truncated part would lose rows silently.
      if (content.length !== entry.unpacked || crc32(content) !== entry.checksum) return damaged()
      return content
    },
  }
}

/** Packs these parts without compression, so that the library unpacks exactly the bytes that were counted. */
export function packStored(parts: { name: string; content: Buffer }[]): Buffer {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content } of parts) {
    const title = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x0800, 2)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(content.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(title.length, 22)
    pieces.push(Buffer.from('PK\x03\x04', 'latin1'), fields, title, content)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, title)
    at += 30 + title.length + content.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...pieces, list, end])
}
