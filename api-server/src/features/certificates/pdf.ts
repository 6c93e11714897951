import { createRequire } from 'node:module'
import type { Output } from '@flagyard/api-types/contract/operation'
import PDFDocument from 'pdfkit'
import QRCode from 'qrcode'

type Certificate = Output<'certificate'>
type Page = InstanceType<typeof PDFDocument>

const ink = '#15171c'
const ink2 = '#454a55'
const ink3 = '#636974'
const paper = '#faf9f6'
const line = '#dedad2'
const signal = '#c8203a'

const EDGE = 56
/** A4, landscape. */
const WIDTH = 841.89
const HEIGHT = 595.28
const QR_SIZE = 96

const require = createRequire(import.meta.url)
const fontFile = (name: string) => require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)

/** Renders a certificate as one page, with a QR code of the public page where it can be checked. */
export async function renderCertificate(certificate: Certificate): Promise<Buffer> {
  const page = new PDFDocument({
    size: [WIDTH, HEIGHT],
    margin: 0,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `${certificate.title ?? 'Certificate'}: ${certificate.name ?? ''}`,
      Author: 'Flagyard',
      ...(certificate.issued_at ? { CreationDate: new Date(certificate.issued_at) } : {}),
    },
  })
  // Embedded fonts, so that names in any script look the same on every machine.
  page.registerFont('plain', fontFile('DejaVuSans'))
  page.registerFont('bold', fontFile('DejaVuSans-Bold'))
  page.registerFont('mono', fontFile('DejaVuSansMono'))
  const file = collectBytes(page)

  drawFrame(page)
  drawLogo(page)
  drawAward(page, certificate)
  drawFacts(page, certificate)
  drawVerification(page, certificate)
  drawStatus(page, certificate)
  page.end()
  return file
}

function collectBytes(page: Page): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    page.on('data', (chunk: Buffer) => chunks.push(chunk))
    page.on('end', () => resolve(Buffer.concat(chunks)))
    page.on('error', reject)
  })
}

function drawFrame(page: Page) {
  page.rect(0, 0, WIDTH, HEIGHT).fill(paper)
  page.rect(0, 0, 12, HEIGHT).fill(signal)
  page
    .roundedRect(28, 16, WIDTH - 44, HEIGHT - 32, 8)
    .lineWidth(1)
    .stroke(line)
}

function drawLogo(page: Page) {
  page.save().translate(EDGE, 46).scale(1.25)
  page.path('M5 2v20').lineWidth(2.4).lineCap('round').stroke(ink)
  page.path('M6.4 4h12.2l-3.4 4.2 3.4 4.3H6.4z').fill(signal)
  page.restore()
  page
    .font('bold')
    .fontSize(17)
    .fillColor(ink)
    .text('Flagyard', EDGE + 36, 51, { lineBreak: false })
}

const headings = {
  required: 'Certificate of completion',
  commercial: 'Certificate of completion',
  arte: 'Expert certificate',
}

function drawAward(page: Page, { type, name, title, company }: Certificate) {
  const width = WIDTH - 2 * EDGE
  page.font('plain').fontSize(12).fillColor(signal)
  page.text((headings[type ?? 'required'] ?? '').toUpperCase(), EDGE, 118, { width, characterSpacing: 1.6 })
  let y = 142
  y += fitText(page, 'bold', name ?? '', { x: EDGE, y, width, maxHeight: 78, maxSize: 36, minSize: 15, color: ink })
  y += 8
  page.font('plain').fontSize(13).fillColor(ink2)
  page.text(
    type === 'arte' ? 'has passed the exam and earned the title' : 'has completed every required lesson of',
    EDGE,
    y,
  )
  y += 26
  y += fitText(page, 'bold', title ?? '', { x: EDGE, y, width, maxHeight: 58, maxSize: 25, minSize: 13, color: ink })
  if (!company) return
  fitText(page, 'plain', `for ${company}`, {
    x: EDGE,
    y: y + 6,
    width,
    maxHeight: 34,
    maxSize: 13,
    minSize: 9,
    color: ink2,
  })
}

interface Box {
  x: number
  y: number
  width: number
  maxHeight: number
  maxSize: number
  minSize: number
  color: string
}

/** Draws the text as large as fits the box, wrapped if needed. Returns the height of the text. */
function fitText(page: Page, font: string, text: string, box: Box): number {
  const { x, y, width, maxHeight, maxSize, minSize, color } = box
  let size = maxSize
  page.font(font).fontSize(size)
  while (size > minSize && page.heightOfString(text, { width }) > maxHeight) {
    size -= 1
    page.fontSize(size)
  }
  const height = Math.min(maxHeight, page.heightOfString(text, { width }))
  page.fillColor(color).text(text, x, y, { width, height: maxHeight, ellipsis: true })
  return height
}

function drawFacts(page: Page, { issued_at, valid_until, points, hours, outcomes, type }: Certificate) {
  const entries = [
    ['Issued', issued_at && dayOf(issued_at)],
    ['Valid until', valid_until ? dayOf(valid_until) : 'No end'],
    ['Points', points === null ? null : String(points)],
    ['Hours of study', hours === null || type === 'arte' ? null : String(hours)],
  ].filter((entry): entry is [string, string] => entry[1] !== null)
  entries.forEach(([label, value], index) => {
    const x = EDGE + index * 165
    page.font('plain').fontSize(9).fillColor(ink3).text(label, x, 372, { lineBreak: false })
    page.font('bold').fontSize(12).fillColor(ink).text(value, x, 386, { lineBreak: false })
  })
  if (outcomes.length === 0) return
  page.font('plain').fontSize(9).fillColor(ink3).text('What it stands for', EDGE, 420, { lineBreak: false })
  page.fontSize(10).fillColor(ink2)
  page.text(outcomes.join(' · '), EDGE, 434, {
    width: WIDTH - 2 * EDGE - QR_SIZE - 40,
    height: 74,
    ellipsis: true,
    lineGap: 2,
  })
}

const dayOf = (at: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at))

function drawVerification(page: Page, { id, url, version }: Certificate) {
  const { modules } = QRCode.create(url, { errorCorrectionLevel: 'M' })
  const left = WIDTH - EDGE - QR_SIZE
  const top = HEIGHT - EDGE - QR_SIZE - 34
  const cell = QR_SIZE / modules.size
  page.rect(left - 8, top - 8, QR_SIZE + 16, QR_SIZE + 16).fill('#ffffff')
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) page.rect(left + column * cell, top + row * cell, cell, cell)
  page.fill(ink)
  page.font('plain').fontSize(9).fillColor(ink3)
  page.text('Check it at', EDGE, HEIGHT - 66, { lineBreak: false })
  page
    .font('mono')
    .fontSize(9)
    .fillColor(ink)
    .text(url, EDGE, HEIGHT - 52, { lineBreak: false })
  page.font('mono').fontSize(8).fillColor(ink3)
  page.text(`${id} · version ${version}`, EDGE, HEIGHT - 38, { lineBreak: false })
}

/** Marks a revoked or expired certificate, so that a new download does not look valid. */
function drawStatus(page: Page, { state, revoked_at, valid_until, reason }: Certificate) {
  const label =
    state === 'revoked'
      ? `REVOKED on ${revoked_at ? dayOf(revoked_at) : 'an earlier day'}${reason ? `: ${reason}` : ''}`
      : state === 'expired'
        ? `EXPIRED on ${valid_until ? dayOf(valid_until) : 'an earlier day'}`
        : null
  if (!label) return
  const [x, y, width, height] = [WIDTH / 2 - 40, 38, WIDTH / 2 + 40 - EDGE, 46]
  page.roundedRect(x, y, width, height, 6).fill(signal)
  page.font('bold').fontSize(11).fillColor('#ffffff')
  page.text(label, x + 12, y + 9, { width: width - 24, height: height - 12, ellipsis: true })
}
