import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/** A picture of one colour. */
export function png(width: number, height: number, notes: Record<string, Buffer> = {}): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length)
    // The check of each piece is left out: nobody here reads the pixels.
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const data = deflateSync(Buffer.alloc((width * 3 + 1) * height))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...Object.entries(notes).map(([type, content]) => chunk(type, content)),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** An MP4 of two boxes: the length stands at its end, behind what is shown. */
export function mp4(seconds: number): Buffer {
  const box = (type: string, ...inner: Buffer[]) => {
    const content = Buffer.concat(inner)
    const head = Buffer.alloc(8)
    head.writeUInt32BE(content.length + 8)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, content])
  }
  const mvhd = Buffer.alloc(100)
  mvhd.writeUInt32BE(1000, 12)
  mvhd.writeUInt32BE(seconds * 1000, 16)
  const brand = Buffer.from('isom\0\0\0\0isom', 'latin1')
  return Buffer.concat([box('ftyp', brand), box('mdat', randomBytes(5000)), box('moov', box('mvhd', mvhd))])
}

/** A WebM of nothing but its length; another `name` gives other bytes. */
export function webm(seconds: number, name = ''): Buffer {
  const element = (id: string, ...inner: Buffer[]) => {
    const content = Buffer.concat(inner)
    return Buffer.concat([
      Buffer.from(id, 'hex'),
      Buffer.from([0x40 | (content.length >> 8), content.length & 0xff]),
      content,
    ])
  }
  const length = Buffer.alloc(8)
  length.writeDoubleBE(seconds * 1000)
  return Buffer.concat([
    element('1a45dfa3', element('4282', Buffer.from('webm'))),
    element('18538067', element('1549a966', element('4489', length), element('7ba9', Buffer.from(name)))),
    Buffer.alloc(64),
  ])
}

/** Notes of a camera that was held so (1 to 8), with the place where it was. */
export function cameraNotes(orientation: number): Buffer {
  const entry = (tag: number, type: number, count: number, value: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt16LE(tag, 0)
    head.writeUInt16LE(type, 2)
    head.writeUInt32LE(count, 4)
    return Buffer.concat([head, value])
  }
  const place = Buffer.from('GPS 48.85N 2.35E Camera of Mara', 'latin1')
  return Buffer.concat([
    Buffer.from('II*\0\x08\0\0\0\x02\0', 'latin1'),
    entry(0x010e, 2, place.length, Buffer.from([38, 0, 0, 0])),
    entry(0x0112, 3, 1, Buffer.from([orientation, 0, 0, 0])),
    Buffer.alloc(4),
    place,
  ])
}

/** A JPEG in its segments, with notes, a thumbnail, a comment and something behind its end. */
export function jpg(width: number, height: number, orientation = 1): Buffer {
  const segment = (marker: number, content: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(content.length + 2, 2)
    return Buffer.concat([head, content])
  }
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  const text = (words: string) => Buffer.from(words, 'latin1')
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, text('JFIF\0\x01\x01\0\0\x01\0\x01\0\0')),
    segment(0xe1, Buffer.concat([text('Exif\0\0'), cameraNotes(orientation)])),
    segment(0xe1, text('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>Mara</x:xmpmeta>')),
    segment(0xe2, text('ICC_PROFILE\0colours')),
    segment(0xe2, text('MPF\0second picture')),
    segment(0xed, text('Photoshop 3.0\0Mara')),
    segment(0xfe, text('made by Mara')),
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([1, 2, 0xff, 0, 3, 0xff, 0xd0, 4, 0xff, 0xd9]),
    text('a film of Mara behind the end'),
  ])
}

/** An extended WebP of one frame, with notes. */
export function webp(width: number, height: number, orientation = 1): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(type, 'latin1')
    head.writeUInt32LE(content.length, 4)
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
  }
  const head = Buffer.alloc(10)
  head[0] = 0x0c
  head.writeUIntLE(width - 1, 4, 3)
  head.writeUIntLE(height - 1, 7, 3)
  const inner = [
    chunk('VP8X', head),
    chunk('VP8 ', Buffer.from('pixels, pixels', 'latin1')),
    chunk('EXIF', cameraNotes(orientation)),
    chunk('XMP ', Buffer.from('<x:xmpmeta>Mara</x:xmpmeta>', 'latin1')),
  ]
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...inner]))
}
