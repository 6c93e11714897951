import { createHash } from 'node:crypto'
import { drawCover } from '@flagyard/ui/cover-drawing'
import { escapeMarkup } from './escape.ts'

/** What the preview picture of a page says, when somebody shares its link. */
export interface PreviewCard {
  /** The drawing beside the words is the one that the site shows for this slug. */
  cover: string
  /** A few words above the title. */
  label: string
  title: string
  /** A sentence below the title. */
  words: string
}

/** The size that link previews ask for. */
export const PREVIEW_SIZE = { width: 1200, height: 630 }

/** Changes with whatever the picture shows, so that a picture can be kept for ever under it. */
export const versionOf = (card: PreviewCard): string =>
  createHash('sha256').update(drawCard(card)).digest('base64url').slice(0, 16)

const EDGE = 80
const BRAND = 'Flagyard'

/** The texts of a card by their weight, for the fonts that draw them. */
export const textsOf = ({ label, title, words }: PreviewCard) => ({
  plain: [label, words, '…'],
  bold: [title, BRAND, '…'],
  mono: [],
})

/** The picture as SVG. */
export function drawCard({ cover, label, title, words }: PreviewCard): string {
  const { hue, lines: allLines, summit, trail } = drawCover(cover)
  // The outermost lines lie behind the words, and cost bytes.
  const lines = allLines.slice(0, 10)
  const titleLines = wrap(title, 27, 3)
  const titleTop = 316
  const wordsTop = titleTop + titleLines.length * 76 + 4
  const { width, height } = PREVIEW_SIZE
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="Inter Variable">
<rect width="${width}" height="${height}" fill="hsl(${hue}, 38%, 11%)"/>
<g transform="translate(${width - summit.x * 3.4 - 190} ${170 - summit.y * 3.4}) scale(3.4)" fill="none" opacity="0.62">
${lines.map((line, index) => `<path d="${line}" stroke="hsl(${hue}, 60%, 62%)" stroke-opacity="${(0.8 - index * 0.055).toFixed(2)}" stroke-width="${index % 4 === 0 ? 1.1 : 0.7}"/>`).join('\n')}
<path d="${trail}" stroke="hsl(${hue}, 80%, 84%)" stroke-width="1.2" stroke-dasharray="1 6" stroke-linecap="round"/>
<path d="M${summit.x} ${summit.y}v-19" stroke="hsl(${hue}, 80%, 92%)" stroke-width="1.4" stroke-linecap="round"/>
<path d="M${summit.x} ${summit.y}m0.9 -18.2h12l-3 3.9 3 3.9h-12z" fill="hsl(${hue}, 85%, 72%)"/>
</g>
<path d="M${EDGE + 2} 70v46" stroke="#fff" stroke-width="5" stroke-linecap="round"/>
<path d="M${EDGE + 5} 73h26l-7 9 7 9h-26z" fill="#e5484d"/>
${text(BRAND, { x: EDGE + 48, y: 106, size: 36, weight: 700 })}
${text(label, { y: 228, size: 28, fill: `hsl(${hue}, 45%, 82%)` })}
${titleLines.map((line, index) => text(line, { y: titleTop + index * 76, size: 64, weight: 700 })).join('\n')}
${wrap(words, 62, 2)
  .map((line, index) => text(line, { y: wordsTop + index * 42, size: 30, fill: '#dfe3ea' }))
  .join('\n')}
</svg>`
}

interface Placing {
  x?: number
  y: number
  size: number
  weight?: 400 | 700
  fill?: string
}

const text = (line: string, { x = EDGE, y, size, weight = 400, fill = '#fff' }: Placing) =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}">${escapeMarkup(line)}</text>`

/** A Chinese, Japanese or Korean character is about twice as wide as a Latin letter. */
const WIDE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u
const widthOf = (value: string) => [...value].reduce((sum, character) => sum + (WIDE.test(character) ? 1.9 : 1), 0)

/** Breaks a text into lines of about so many letters. What does not fit ends in an ellipsis. */
function wrap(value: string, letters: number, most: number): string[] {
  const lines: string[] = ['']
  for (const word of value.split(/\s+/u).flatMap((one) => cut(one, letters))) {
    const last = lines.at(-1) ?? ''
    if (last === '') lines[lines.length - 1] = word
    else if (widthOf(`${last} ${word}`) <= letters) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), `${lines[most - 1]}…`]
}

/** A word longer than a line is cut into pieces. */
function cut(word: string, letters: number): string[] {
  const pieces = ['']
  for (const character of word) {
    const last = pieces.at(-1) ?? ''
    if (widthOf(last + character) > letters) pieces.push(character)
    else pieces[pieces.length - 1] = last + character
  }
  return pieces
}
