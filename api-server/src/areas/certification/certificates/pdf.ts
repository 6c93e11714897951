import { isolate } from '@flagyard/api-types/contract/isolate'
import type { Output } from '@flagyard/api-types/contract/operation'
import PDFDocument from 'pdfkit'
import QRCode from 'qrcode'
import { brand, printAccent } from '../../../brand.ts'
import { collectBytes, drawBrand, drawFlag, palette, surfaceOf } from '../../../integrations/pdf.ts'
import { openTypesetter, type Typesetter } from '../../../integrations/typeset.ts'

type Certificate = Output<'certificate'>
type Page = InstanceType<typeof PDFDocument>

const { ink, ink2, ink3, paper, shade, line, signal } = palette

const EDGE = 56
const WIDTH = 841.89
const HEIGHT = 595.28
const INNER = WIDTH - 2 * EDGE
const QR_SIZE = 96
/** Maximum number of lines in each of the two columns of outcomes. */
const OUTCOME_LINES = 5

/** Renders a certificate on one page, with a QR code of its public verification page. */
export async function renderCertificate(certificate: Certificate): Promise<Buffer> {
  const page = new PDFDocument({
    size: [WIDTH, HEIGHT],
    margin: 0,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info: {
      Title: [certificate.title ?? 'Certificate', certificate.name].filter(Boolean).join(': '),
      Author: brand().name,
      ...(certificate.issued_at ? { CreationDate: new Date(certificate.issued_at) } : {}),
    },
  })
  const file = collectBytes(page)
  const type = await openTypesetter(surfaceOf(page), textsOf(certificate))

  drawFrame(page)
  drawBrand(page, type, { x: EDGE, baseline: 69 })
  drawAward(type, certificate)
  drawFacts(type, certificate)
  drawVerification(page, type, certificate)
  drawStatus(page, type, certificate)
  page.end()
  return file
}

/** User-supplied texts, in any script. */
const textsOf = ({ name, title, company, reason, outcomes }: Certificate) => ({
  plain: [company ?? '', ...outcomes],
  bold: [brand().name, name ?? HIDDEN_NAME, title ?? '', reason ?? ''],
  mono: [],
})

function drawFrame(page: Page) {
  page.rect(0, 0, WIDTH, HEIGHT).fill(paper)
  page.rect(0, 0, 12, HEIGHT).fill(printAccent())
  if (brand().version === 0) drawFlag(page, { x: WIDTH - 330, y: 34, scale: 15, pole: shade, cloth: shade })
  page
    .roundedRect(28, 16, WIDTH - 44, HEIGHT - 32, 8)
    .lineWidth(1)
    .stroke(line)
}

/** Printed instead of a name that the holder hides. */
const HIDDEN_NAME = 'Name hidden by its holder'

const headings = {
  required: 'Certificate of completion',
  commercial: 'Certificate of completion',
  arte: 'Expert certificate',
}

function drawAward(type: Typesetter, { type: kind, name, title, company }: Certificate) {
  const box = { x: EDGE, width: INNER }
  const heading = (headings[kind ?? 'required'] ?? '').toUpperCase()
  // Leaves room above and below the name, because some scripts have tall ascenders and deep descenders.
  type.line(heading, { ...box, baseline: 128 }, { weight: 'plain', size: 12, color: printAccent(), spacing: 1.8 })
  let baseline = type.fit(
    name ?? HIDDEN_NAME,
    { ...box, baseline: 188, lines: 2, smallest: 20, bottom: 229 },
    { weight: 'bold', size: 44, color: ink },
  )
  const sentence =
    kind === 'arte' ? 'has passed the exam and earned the title' : 'has completed every required lesson of'
  type.line(sentence, { ...box, baseline: baseline + 40 }, { weight: 'plain', size: 14, color: ink2 })
  baseline = type.fit(
    title ?? '',
    { ...box, baseline: baseline + 74, lines: 2, smallest: 13, bottom: company ? 320 : 346 },
    { weight: 'bold', size: 27, color: ink },
  )
  if (company)
    type.fit(
      `for ${isolate(company)}`,
      { ...box, baseline: baseline + 26, lines: 1, smallest: 8, bottom: 348 },
      { weight: 'plain', size: 14, color: ink2 },
    )
}

function drawFacts(type: Typesetter, { issued_at, valid_until, points, hours, outcomes, type: kind }: Certificate) {
  const label = { weight: 'plain', size: 9.5, color: ink3 } as const
  const entries = [
    ['Issued', issued_at && dayOf(issued_at)],
    ['Valid until', valid_until ? dayOf(valid_until) : 'No end'],
    ['Points', points === null ? null : String(points)],
    ['Hours of study', hours === null || kind === 'arte' ? null : String(hours)],
  ].filter((entry): entry is [string, string] => entry[1] !== null)
  entries.forEach(([name, value], index) => {
    const box = { x: EDGE + index * 165, width: 155 }
    type.line(name, { ...box, baseline: 364 }, label)
    type.line(value, { ...box, baseline: 381 }, { weight: 'bold', size: 13, color: ink })
  })
  if (outcomes.length === 0) return
  type.line('Learning outcomes', { x: EDGE, baseline: 412, width: 300 }, label)
  const width = (INNER - QR_SIZE - 56) / 2
  const shown = outcomes.length > 2 * OUTCOME_LINES ? outcomes.slice(0, 2 * OUTCOME_LINES - 1) : outcomes
  const rest = outcomes.length - shown.length
  ;[...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].forEach((outcome, index) => {
    const x = EDGE + Math.floor(index / OUTCOME_LINES) * (width + 16)
    const baseline = 430 + (index % OUTCOME_LINES) * 15.5
    type.line('·', { x, baseline, width: 8 }, { weight: 'bold', size: 10.5, color: printAccent() })
    type.line(outcome, { x: x + 10, baseline, width: width - 10 }, { weight: 'plain', size: 10.5, color: ink2 })
  })
}

const dayOf = (at: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at))

function drawVerification(page: Page, type: Typesetter, { id, url, version }: Certificate) {
  const { modules } = QRCode.create(url, { errorCorrectionLevel: 'M' })
  const left = WIDTH - EDGE - QR_SIZE
  const top = HEIGHT - EDGE - QR_SIZE - 6
  const cell = QR_SIZE / modules.size
  page.rect(left - 8, top - 8, QR_SIZE + 16, QR_SIZE + 16).fill('#ffffff')
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) page.rect(left + column * cell, top + row * cell, cell, cell)
  page.fill(ink)
  const box = { x: EDGE, width: INNER - QR_SIZE - 24 }
  type.line('Check it at', { ...box, baseline: HEIGHT - 70 }, { weight: 'plain', size: 9.5, color: ink3 })
  type.line(url, { ...box, baseline: HEIGHT - 56 }, { weight: 'mono', size: 9.5, color: ink })
  type.line(`${id} · version ${version}`, { ...box, baseline: HEIGHT - 42 }, { weight: 'mono', size: 8.5, color: ink3 })
}

/** Marks a revoked or expired certificate, so that a new download does not look valid. */
function drawStatus(page: Page, type: Typesetter, { state, revoked_at, valid_until, reason }: Certificate) {
  const label =
    state === 'revoked'
      ? `REVOKED on ${revoked_at ? dayOf(revoked_at) : 'an earlier day'}${reason ? `: ${isolate(reason)}` : ''}`
      : state === 'expired'
        ? `EXPIRED on ${valid_until ? dayOf(valid_until) : 'an earlier day'}`
        : null
  if (!label) return
  const [x, y, width, height] = [WIDTH / 2 - 40, 40, WIDTH / 2 + 40 - EDGE, 46]
  page.roundedRect(x, y, width, height, 6).fill(signal)
  type.paragraph(
    label,
    { x: x + 12, baseline: y + 19, width: width - 24, lines: 2 },
    { weight: 'bold', size: 11.5, color: '#ffffff' },
  )
}
