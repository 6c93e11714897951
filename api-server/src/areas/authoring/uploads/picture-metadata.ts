import { crc32 } from 'node:zlib'

/**
 * Removes the metadata of cameras and editors from a picture: location, device, author and thumbnail. Pixels, colours and
 * orientation do not change; the orientation is written again as the only metadata. The same picture always results in the same
 * bytes. Pictures that cannot be parsed are returned unchanged: other checks validate them.
 */
export function withoutMetadata(bytes: Buffer, type: string): Buffer {
  if (type === 'jpg') return cleanJpeg(bytes)
  if (type === 'png') return cleanPng(bytes)
  return type === 'webp' ? cleanWebp(bytes) : bytes
}

const UPRIGHT = 1
const EXIF = Buffer.from('Exif\0\0', 'latin1')

/** Orientation (1 to 8) in EXIF metadata, which has the TIFF format. */
export function orientationOf(notes: Buffer): number {
  const tiff = notes.subarray(0, EXIF.length).equals(EXIF) ? notes.subarray(EXIF.length) : notes
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return UPRIGHT
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (first + 2 > tiff.length) return UPRIGHT
  for (let n = 0, at = first + 2; n < short(first) && at + 12 <= tiff.length; n += 1, at += 12)
    if (short(at) === 0x0112) {
      const found = short(at + 8)
      return found >= 1 && found <= 8 ? found : UPRIGHT
    }
  return UPRIGHT
}

const notesOf = (orientation: number) =>
  Buffer.from([
    ...Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0', 'latin1'),
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ])

/** Whether a segment affects the pixels: JFIF, colour profile, Adobe's colours, and all segments that are neither application data nor comments. */
function isOfPixels(marker: number, content: Buffer): boolean {
  if (marker === 0xe0) return content.toString('latin1', 0, 5) === 'JFIF\0'
  if (marker === 0xe2) return content.toString('latin1', 0, 12) === 'ICC_PROFILE\0'
  return marker === 0xee || marker < 0xe0 || (marker > 0xef && marker !== 0xfe)
}

function cleanJpeg(bytes: Buffer): Buffer {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return bytes
  const parts: Buffer[] = []
  let orientation = UPRIGHT
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    // Data after the end of the picture is another picture or a video.
    if (marker === 0xd9) break
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end < at + 4 || end > bytes.length) break
    const content = bytes.subarray(at + 4, end)
    const next = marker === 0xda ? endOfScan(bytes, end) : end
    if (marker === 0xe1 && content.subarray(0, EXIF.length).equals(EXIF)) orientation = orientationOf(content)
    if (isOfPixels(marker, content)) parts.push(bytes.subarray(at, next))
    at = next
  }
  const isEnded = bytes[at] === 0xff && bytes[at + 1] === 0xd9
  const rest = isEnded ? bytes.subarray(at, at + 2) : bytes.subarray(at)
  return Buffer.concat([bytes.subarray(0, 2), jpegNotes(orientation), ...parts, rest])
}

function jpegNotes(orientation: number): Buffer {
  if (orientation === UPRIGHT) return Buffer.alloc(0)
  const content = Buffer.concat([EXIF, notesOf(orientation)])
  return Buffer.concat([Buffer.from([0xff, 0xe1, 0, content.length + 2]), content])
}

/** Offset of the first segment after the pixels. Within the pixels, 0xFF is followed by a zero or a restart marker. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0
    if (marker !== 0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd7)) return at
  }
  return bytes.length
}

/** Optional chunks that affect the pixels. Mandatory chunks have names that begin with a capital letter. */
const PNG_CHUNKS = 'tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' ')

function cleanPng(bytes: Buffer): Buffer {
  const parts: { type: string; bytes: Buffer }[] = []
  let orientation = UPRIGHT
  let at = 8
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (end > bytes.length || !/^[A-Za-z]{4}$/.test(type)) return bytes
    if (type === 'eXIf') orientation = orientationOf(bytes.subarray(at + 8, end - 4))
    else if (/^[A-Z]/.test(type) || PNG_CHUNKS.includes(type)) parts.push({ type, bytes: bytes.subarray(at, end) })
    at = end
    if (type === 'IEND') break
  }
  const pixels = parts.findIndex(({ type }) => type === 'IDAT')
  if (orientation !== UPRIGHT && pixels !== -1)
    parts.splice(pixels, 0, { type: 'eXIf', bytes: pngChunk('eXIf', notesOf(orientation)) })
  return Buffer.concat([bytes.subarray(0, 8), ...parts.map((chunk) => chunk.bytes)])
}

function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

const WEBP_CHUNKS = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']
/** Bits in the header of an extended WebP: it has metadata of a camera (EXIF) or an editor (XMP). */
const HAS_EXIF = 0x08
const HAS_XMP = 0x04

function cleanWebp(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  let head: Buffer | undefined
  let orientation = UPRIGHT
  for (let at = 12; at + 8 <= bytes.length; ) {
    const type = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const end = Math.min(bytes.length, at + 8 + size + (size % 2))
    if (type === 'EXIF') orientation = orientationOf(bytes.subarray(at + 8, end))
    if (WEBP_CHUNKS.includes(type)) {
      const chunk = Buffer.from(bytes.subarray(at, end))
      if (type === 'VP8X') head = chunk
      parts.push(chunk)
    }
    at = end
  }
  if (parts.length === 0) return bytes
  if (head && head.length > 8) {
    const flags = (head[8] ?? 0) & ~(HAS_EXIF | HAS_XMP)
    head[8] = orientation === UPRIGHT ? flags : flags | HAS_EXIF
    if (orientation !== UPRIGHT) parts.push(webpChunk('EXIF', notesOf(orientation)))
  }
  return webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts]))
}

function webpChunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}
