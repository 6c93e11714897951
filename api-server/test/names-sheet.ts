/**
 * Draws docs/img/names.png: in every script the preview picture of a certificate, the certificate and the head of an invoice, as poppler (`pdftoppm`) draws
 * them: `node api-server/test/names-sheet.ts`.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { Resvg } from '@resvg/resvg-js'
import { renderCertificate } from '../src/areas/certification/certificates/pdf.ts'
import { renderDocument } from '../src/areas/commerce/orders/documents/pdf.ts'
import { drawCard, PREVIEW_SIZE } from '../src/site/preview-card.ts'
import { NAMES, sampleCertificate, sampleInvoice } from './documents.ts'

const WIDTH = 1500
const HEIGHT = 185
const cell = WIDTH / 6
const { width, height } = PREVIEW_SIZE
const folder = mkdtempSync(join(tmpdir(), 'flagyard-names-'))

/** The upper part of a PDF's first page, as an element of SVG. */
function firstPage(pdf: Buffer, x: number, y: number): string {
  const [from, to] = [join(folder, 'page.pdf'), join(folder, 'page')]
  writeFileSync(from, pdf)
  execFileSync('pdftoppm', ['-png', '-singlefile', '-scale-to-x', '800', '-scale-to-y', '-1', from, to])
  const png = readFileSync(`${to}.png`)
  const ratio = png.readUInt32BE(20) / png.readUInt32BE(16)
  const href = `data:image/png;base64,${png.toString('base64')}`
  return `<svg x="${x}" y="${y}" width="${cell}" height="${HEIGHT}"><image href="${href}" width="${cell}" height="${cell * ratio}"/></svg>`
}

const rows = await Promise.all(
  Object.entries(NAMES).map(async ([script, name], index) => {
    const [x, y] = [(index % 2) * 3 * cell, Math.floor(index / 2) * HEIGHT]
    const title = `${isolate(name)}: AWS Basics`
    const card = await drawCard({ cover: 'aws-basics', label: `Certificate · ${script}`, title, words: '' })
    const buyer = { name, company: name, country: 'HU' }
    return [
      card.replace('<svg ', `<svg x="${x}" y="${y}" width="${cell}" height="${(cell * height) / width}" `),
      firstPage(await renderCertificate(sampleCertificate({ name })), x + cell, y),
      firstPage(await renderDocument(sampleInvoice({ buyer })), x + 2 * cell, y),
    ].join('')
  }),
)
rmSync(folder, { recursive: true })
const size = `${WIDTH} ${Math.ceil(rows.length / 2) * HEIGHT}`
const sheet = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}">${rows.join('')}</svg>`
const png = new Resvg(sheet, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: 1800 } }).render()
writeFileSync(new URL('../../docs/img/names.png', import.meta.url), png.asPng())
