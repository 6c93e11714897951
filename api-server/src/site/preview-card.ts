import { createHash } from 'node:crypto'
import { paths } from '@flagyard/api-types/links'
import { drawCover } from '@flagyard/ui/cover-drawing'
import { brand } from '../brand.ts'
import { openTypesetter } from '../integrations/typeset.ts'
import { outlineSurface } from './outline-surface.ts'

/** Content of a page's preview picture, shown when its link is shared. */
export interface PreviewCard {
  /** Slug of the drawing, the same as on the site. */
  cover: string
  /** A few words above the title. */
  label: string
  title: string
  /** A sentence below the title. */
  words: string
}

/** Size expected by link previews, in pixels. */
export const PREVIEW_SIZE = { width: 1200, height: 630 }

/** Change this whenever the drawing itself changes. */
const DRAWING = 'outlines 1'

/** Changes with the content of the picture, so that a picture can be cached forever under it. */
export const versionOf = (card: PreviewCard): string =>
  createHash('sha256')
    .update(JSON.stringify([DRAWING, brand().name, card]))
    .digest('base64url')
    .slice(0, 16)

const EDGE = 80

/** The picture as SVG. Letters are drawn as outlines, so that the renderer needs no fonts. */
export async function drawCard({ cover, label, title, words }: PreviewCard): Promise<string> {
  const { name, version } = brand()
  const hasMark = version === 0
  const { hue, lines: allLines, summit, trail } = drawCover(cover)
  // The outermost lines are hidden behind the words, and cost bytes.
  const lines = allLines.slice(0, 10)
  const { width, height } = PREVIEW_SIZE
  const { surface, outlines } = outlineSurface()
  const type = await openTypesetter(surface, { plain: [label, words], bold: [title, name], mono: [] })
  const box = { x: EDGE, width: 950 }
  type.line(name, { ...box, x: hasMark ? EDGE + 48 : EDGE, baseline: 106 }, { weight: 'bold', size: 36, color: '#fff' })
  type.line(label, { ...box, baseline: 228 }, { weight: 'plain', size: 28, color: `hsl(${hue}, 45%, 82%)` })
  const below = type.fit(
    title,
    { ...box, baseline: 316, lines: 3, smallest: 40, bottom: 472 },
    { weight: 'bold', size: 64, color: '#fff' },
  )
  type.paragraph(words, { ...box, baseline: below + 80, lines: 2 }, { weight: 'plain', size: 30, color: '#dfe3ea' })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="hsl(${hue}, 38%, 11%)"/>
<g transform="translate(${width - summit.x * 3.4 - 190} ${170 - summit.y * 3.4}) scale(3.4)" fill="none" opacity="0.62">
${lines.map((line, index) => `<path d="${line}" stroke="hsl(${hue}, 60%, 62%)" stroke-opacity="${(0.8 - index * 0.055).toFixed(2)}" stroke-width="${index % 4 === 0 ? 1.1 : 0.7}"/>`).join('\n')}
<path d="${trail}" stroke="hsl(${hue}, 80%, 84%)" stroke-width="1.2" stroke-dasharray="1 6" stroke-linecap="round"/>
<path d="M${summit.x} ${summit.y}v-19" stroke="hsl(${hue}, 80%, 92%)" stroke-width="1.4" stroke-linecap="round"/>
<path d="M${summit.x} ${summit.y}m0.9 -18.2h12l-3 3.9 3 3.9h-12z" fill="hsl(${hue}, 85%, 72%)"/>
</g>
${hasMark ? MARK : ''}
${outlines.join('\n')}
</svg>`
}

const MARK = `<path d="M${EDGE + 2} 70v46" stroke="#fff" stroke-width="5" stroke-linecap="round"/>
<path d="M${EDGE + 5} 73h26l-7 9 7 9h-26z" fill="#e5484d"/>`

const FOLDER = '/previews'

/** Route pattern of all preview pictures. */
export const PREVIEW_PATTERN = `${FOLDER}/*`

/** Path of a page's preview picture: for `/courses?lab=x` it is `/previews/courses.png?lab=x&v=…`. */
export function previewPath(address: string, version: string): string {
  const [page = '', query = ''] = address.split('?')
  const params = new URLSearchParams(query)
  params.set('v', version)
  return `${FOLDER}${page === paths.home ? '/home' : page}.png?${params}`
}

/** The page that a preview picture belongs to. */
export function pageOfPreview(path: string): string | undefined {
  const page = path.startsWith(`${FOLDER}/`) && path.endsWith('.png') ? path.slice(FOLDER.length, -4) : undefined
  return page === '/home' ? paths.home : page
}
