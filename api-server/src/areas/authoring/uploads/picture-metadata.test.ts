import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { cameraNotes, jpg, png, webp } from '../../../../test/fixtures/media-files.ts'
import { orientationOf, withoutMetadata } from './picture-metadata.ts'
import { pictureSize } from './picture-size.ts'

const notes = (orientation: number) => ({ eXIf: cameraNotes(orientation), tEXt: Buffer.from('Author\0Mara') })
const pictures: [type: string, make: (orientation: number) => Buffer, pixels: string][] = [
  ['jpg', (orientation) => jpg(40, 30, orientation), 'ICC_PROFILE'],
  ['png', (orientation) => png(40, 30, notes(orientation)), 'IDAT'],
  ['webp', (orientation) => webp(40, 30, orientation), 'pixels, pixels'],
]
const sizeOf = (bytes: Buffer, type: string) =>
  pictureSize(
    {
      bytes: bytes.length,
      read: ({ start, end } = { start: 0, end: bytes.length }) => Readable.from([bytes.subarray(start, end + 1)]),
    },
    type,
  )

describe.each(pictures)('a picture of the type %s', (type, make, pixels) => {
  test('loses location and author, and keeps its pixels, colours and size', async () => {
    const clean = withoutMetadata(make(1), type).toString('latin1')
    for (const word of ['Mara', 'GPS', 'Exif', 'MPF', 'xmpmeta', 'Photoshop']) expect(clean, word).not.toContain(word)
    expect(clean).toContain(pixels)
    expect(await sizeOf(Buffer.from(clean, 'latin1'), type)).toEqual({ width: 40, height: 30 })
  })

  test('keeps only the orientation, in new metadata', () => {
    const clean = withoutMetadata(make(6), type)
    expect(clean.toString('latin1')).not.toContain('Mara')
    const at = clean.indexOf('MM\0*', 0, 'latin1')
    expect(at).toBeGreaterThan(0)
    expect(orientationOf(clean.subarray(at))).toBe(6)
  })

  test('is unchanged by a second run, and returned unchanged if it cannot be parsed', () => {
    for (const orientation of [1, 6]) {
      const clean = withoutMetadata(make(orientation), type)
      expect(withoutMetadata(clean, type).equals(clean)).toBe(true)
    }
    for (const length of [0, 3, 11, 20]) expect(() => withoutMetadata(make(1).subarray(0, length), type)).not.toThrow()
    for (let at = 0; at < 80; at += 1) {
      const broken = Buffer.from(make(6))
      broken.fill(0xff, at, at + 4)
      expect(() => withoutMetadata(broken, type), String(at)).not.toThrow()
    }
  })
})

test('a rotated camera photo has the width at which it is shown', async () => {
  expect(await sizeOf(withoutMetadata(jpg(40, 30, 6), 'jpg'), 'jpg')).toEqual({ width: 30, height: 40 })
})
