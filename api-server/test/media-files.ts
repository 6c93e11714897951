import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/** A picture of one colour. */
export function png(width: number, height: number): Buffer {
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
