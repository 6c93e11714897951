import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const utf16 = (text: string, littleEndian: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let index = 0; index < text.length; index += 1) view.setUint16(index * 2, text.charCodeAt(index), littleEndian)
  return new Uint8Array(view.buffer)
}

test.each([
  ['UTF-8', new TextEncoder().encode('Müller')],
  ['UTF-8 with its mark', new TextEncoder().encode('\uFEFFMüller')],
  ['UTF-16LE', utf16('\uFEFFMüller', true)],
  ['UTF-16BE', utf16('\uFEFFMüller', false)],
  ['Windows-1252', Uint8Array.from([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72])],
])('a file in %s is read', (_, bytes) => {
  expect(decodeText(bytes)).toBe('Müller')
})
