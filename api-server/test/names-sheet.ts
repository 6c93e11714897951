/** Draws docs/img/names.png, the preview pictures of a certificate in every script: `node api-server/test/names-sheet.ts`. */
import { writeFileSync } from 'node:fs'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { Resvg } from '@resvg/resvg-js'
import { drawCard, PREVIEW_SIZE } from '../src/site/preview-card.ts'
import { NAMES } from './names.ts'

const COLUMNS = 3
const { width, height } = PREVIEW_SIZE
const names = Object.entries(NAMES)
const cards = await Promise.all(
  names.map(async ([script, name], index) => {
    const title = `${isolate(name)}: AWS Basics`
    const svg = await drawCard({ cover: 'aws-basics', label: `Certificate · ${script}`, title, words: '' })
    const [x, y] = [(index % COLUMNS) * width, Math.floor(index / COLUMNS) * height]
    return svg.replace('<svg ', `<svg x="${x}" y="${y}" width="${width}" height="${height}" `)
  }),
)
const size = `${COLUMNS * width} ${Math.ceil(names.length / COLUMNS) * height}`
const sheet = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}">${cards.join('')}</svg>`
const png = new Resvg(sheet, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: 1200 } }).render()
writeFileSync(new URL('../../docs/img/names.png', import.meta.url), png.asPng())
