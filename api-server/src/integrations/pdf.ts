import type PDFDocument from 'pdfkit'
import type { Surface } from './typeset.ts'

/** Brand colours for print. */
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

/** The brand mark, in a square of 24 units. */
export function drawFlag(page: InstanceType<typeof PDFDocument>, { x, y, scale, pole, cloth }: Flag) {
  page.save().translate(x, y).scale(scale)
  page.path('M5 2v20').lineWidth(2.4).lineCap('round').stroke(pole)
  page.path('M6.4 4h12.2l-3.4 4.2 3.4 4.3H6.4z').fill(cloth)
  page.restore()
}
