import type PDFDocument from 'pdfkit'
import { brand, printAccent } from '../brand.ts'
import type { Surface, Typesetter } from './typeset.ts'

/** Colours for print. The accent colour is `printAccent`. */
export const palette = {
  ink: '#15171c',
  ink2: '#454a55',
  ink3: '#636974',
  paper: '#faf9f6',
  shade: '#f1eee7',
  line: '#dedad2',
  signal: '#c8203a',
} as const

/** Collects the bytes of the document. Call it before drawing, because it has to receive the first byte. */
export function collectBytes(page: InstanceType<typeof PDFDocument>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    page.on('data', (chunk: Buffer) => chunks.push(chunk))
    page.on('end', () => resolve(Buffer.concat(chunks)))
    page.on('error', reject)
  })
}

/** A PDF page as a surface for the typesetter. */
export const surfaceOf = (page: InstanceType<typeof PDFDocument>): Surface => ({
  addFont: (key, file) => void page.registerFont(key, file),
  widthOf: (text, { font, size, spacing }) =>
    page.font(font).fontSize(size).widthOfString(text, { characterSpacing: spacing }),
  draw(text, { x, baseline }, { font, size, spacing, color }) {
    const options = { lineBreak: false, baseline: 'alphabetic' as const, characterSpacing: spacing }
    page.font(font).fontSize(size).fillColor(color).text(text, x, baseline, options)
  },
})

interface Flag {
  x: number
  y: number
  scale: number
  pole: string
  cloth: string
}

/** Flagyard's mark, in a square of 24 units. An owner's brand does not show it. */
export function drawFlag(page: InstanceType<typeof PDFDocument>, { x, y, scale, pole, cloth }: Flag) {
  page.save().translate(x, y).scale(scale)
  page.path('M5 2v20').lineWidth(2.4).lineCap('round').stroke(pole)
  page.path('M6.4 4h12.2l-3.4 4.2 3.4 4.3H6.4z').fill(cloth)
  page.restore()
}

/** Draws the logo, or else the name. The typesetter needs the name among its bold texts. */
export function drawBrand(
  page: InstanceType<typeof PDFDocument>,
  type: Typesetter,
  { x, baseline }: { x: number; baseline: number },
) {
  const { name, version, pictures } = brand()
  if (pictures.logo_print) {
    page.image(Buffer.from(pictures.logo_print.base64, 'base64'), x, baseline - 24, { fit: [220, 32] })
    return
  }
  if (version === 0)
    drawFlag(page, { x: x - 4, y: baseline - 21, scale: 1.25, pole: palette.ink, cloth: printAccent() })
  const box = { x: version === 0 ? x + 30 : x, baseline, width: 320, lines: 1, smallest: 9 }
  type.fit(name, box, { weight: 'bold', size: 19, color: palette.ink })
}
