import type PDFDocument from 'pdfkit'

/** The colors of the house on paper. */
export const palette = {
  ink: '#15171c',
  ink2: '#454a55',
  ink3: '#636974',
  paper: '#faf9f6',
  shade: '#f1eee7',
  line: '#dedad2',
  signal: '#c8203a',
} as const

/** What the document will be as a file. Listens from the first byte on, so it is called before anything is drawn. */
export function collectBytes(page: InstanceType<typeof PDFDocument>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    page.on('data', (chunk: Buffer) => chunks.push(chunk))
    page.on('end', () => resolve(Buffer.concat(chunks)))
    page.on('error', reject)
  })
}

interface Flag {
  x: number
  y: number
  scale: number
  pole: string
  cloth: string
}

/** The mark of the brand, in a square of 24 units. */
export function drawFlag(page: InstanceType<typeof PDFDocument>, { x, y, scale, pole, cloth }: Flag) {
  page.save().translate(x, y).scale(scale)
  page.path('M5 2v20').lineWidth(2.4).lineCap('round').stroke(pole)
  page.path('M6.4 4h12.2l-3.4 4.2 3.4 4.3H6.4z').fill(cloth)
  page.restore()
}
