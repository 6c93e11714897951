import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string | Buffer
  content?: string | Buffer
  /** What it says of its size, if that is a lie. */
  claims?: number
  /** Type and rights as Unix has them: 0o120777 is a link. */
  mode?: number
  isEncrypted?: boolean
  method?: number
  checksum?: number
  /** The content as it is packed, where it is too large to be held. */
  packed?: Buffer
}

/** A ZIP archive written byte by byte, since no library writes what is hostile. */
export function zip(entries: ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const { name, content = '', claims, mode = 0o100644, isEncrypted = false, method = 8, checksum } = entry
    const raw = Buffer.from(content as string)
    const packed = entry.packed ?? (method === 8 ? deflateRawSync(raw, { level: 9 }) : raw)
    const named = Buffer.from(name as string)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    // UTF-8 names.
    common.writeUInt16LE(0x800 | (isEncrypted ? 1 : 0), 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(checksum ?? crc32(raw), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(claims ?? raw.length, 18)
    common.writeUInt16LE(named.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, named, packed])
    const central = Buffer.alloc(14)
    central.writeUInt32LE(mode * 0x10000, 6)
    central.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, central, named)
    parts.push(local)
    at += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, listed, end])
}

/** Of files by their paths. */
export const zipOf = (files: Record<string, string | Buffer>) =>
  zip(Object.entries(files).map(([name, content]) => ({ name, content })))
