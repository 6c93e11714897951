import { createHash } from 'node:crypto'
import type { BrandPicture } from '../../../brand.ts'
import { invalidField } from '../../../errors.ts'
import { findUnsafePart } from './svg.ts'

/** Maximum width and height of a PNG, in pixels. */
const MAX_SIDE = 3_000

/** Validates a picture that was sent as a data URL. Throws a field error. */
export async function pictureOf(field: string, dataUrl: string): Promise<BrandPicture> {
  const [head = '', base64 = ''] = dataUrl.split(',')
  const bytes = Buffer.from(base64, 'base64')
  const type = head.includes('svg') ? 'svg' : 'png'
  if (type === 'svg') {
    const unsafe = await findUnsafePart(bytes.toString('utf8'))
    if (unsafe) throw invalidField(field, `This SVG is not accepted: ${unsafe}`)
  } else assertPng(field, bytes)
  if (!(await printed({ type, bytes }))) throw invalidField(field, 'This picture is damaged or empty')
  return { name: `${createHash('sha256').update(bytes).digest('hex')}.${type}`, base64 }
}

function assertPng(field: string, bytes: Buffer) {
  const isPng = bytes.length > 24 && bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n'
  if (!isPng) throw invalidField(field, 'This is not a PNG file')
  // Checked before the picture is decoded, which would need the memory of all its pixels.
  if (bytes.readUInt32BE(16) > MAX_SIDE || bytes.readUInt32BE(20) > MAX_SIDE)
    throw invalidField(field, `A picture can have at most ${MAX_SIDE} × ${MAX_SIDE} pixels`)
}

/** Height of printed logos, in pixels: sharp at three times their size. */
const PRINT_HEIGHT = 96

/** The logo as PNG, for PDFs and e-mails. They cannot show every SVG and PNG. */
export async function printPicture({ name, base64 }: BrandPicture): Promise<BrandPicture> {
  const png = await printed({ type: name.endsWith('.svg') ? 'svg' : 'png', bytes: Buffer.from(base64, 'base64') })
  if (!png) throw new Error('A validated logo cannot be drawn')
  return { name: `${createHash('sha256').update(png).digest('hex')}.png`, base64: png.toString('base64') }
}

/** Undefined if it has no visible pixel. */
async function printed({ type, bytes }: { type: string; bytes: Buffer }): Promise<Buffer | undefined> {
  const { Resvg } = await import('@resvg/resvg-js')
  const svg = type === 'svg' ? bytes.toString('utf8') : svgAround(bytes)
  try {
    const picture = new Resvg(svg, {
      font: { loadSystemFonts: false },
      fitTo: { mode: 'height', value: PRINT_HEIGHT },
    }).render()
    return picture.pixels.some((value, index) => index % 4 === 3 && value > 0) ? picture.asPng() : undefined
  } catch {
    // The parser's message is about its own syntax tree. Callers say that the picture is damaged.
    return undefined
  }
}

function svgAround(png: Buffer): string {
  const size = `width="${png.readUInt32BE(16)}" height="${png.readUInt32BE(20)}"`
  const href = `data:image/png;base64,${png.toString('base64')}`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${href}"/></svg>`
}
