import { orientationOf } from './picture-metadata.ts'
import { readPart, type Source } from './source.ts'

export interface PictureSize {
  width: number
  height: number
}

/** Maximum number of bytes before the size of a JPEG, which follows its metadata and preview. */
const MAX_OFFSET = 1024 * 1024

/** Size in pixels, by the header of the picture. Null if it cannot be read. */
export async function pictureSize(source: Source, type: string): Promise<PictureSize | null> {
  const head = await readPart(source, 0, type === 'jpg' ? MAX_OFFSET : 32)
  const size = sizes[type]?.(head)
  return size && size.width > 0 && size.height > 0 ? size : null
}

const sizes: Record<string, (head: Buffer) => PictureSize | null> = {
  png: (head) => pngSize(head),
  jpg: (head) => jpegSize(head),
  webp: (head) => webpSize(head),
}

const pngSize = (head: Buffer): PictureSize | null =>
  head.length >= 24 && head.toString('latin1', 12, 16) === 'IHDR'
    ? { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
    : null

/** Size by the frame header. Browsers apply the orientation in the metadata, so a picture on its side has width and height swapped. */
function jpegSize(head: Buffer): PictureSize | null {
  let isOnItsSide = false
  for (let at = 2; at + 9 < head.length; ) {
    if (head[at] !== 0xff) return null
    const marker = head[at + 1] ?? 0
    if (marker === 0xe1) isOnItsSide ||= orientationOf(head.subarray(at + 4, at + 2 + head.readUInt16BE(at + 2))) >= 5
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) {
      const [width, height] = [head.readUInt16BE(at + 7), head.readUInt16BE(at + 5)]
      return isOnItsSide ? { width: height, height: width } : { width, height }
    }
    at += marker === 0xff ? 1 : 2 + head.readUInt16BE(at + 2)
  }
  return null
}

function webpSize(head: Buffer): PictureSize | null {
  if (head.length < 30) return null
  const form = head.toString('latin1', 12, 16)
  if (form === 'VP8X') return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
  if (form === 'VP8 ') return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
  if (form !== 'VP8L') return null
  const bits = head.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
