import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'

/**
 * Draws an SVG as PNG on a thread of its own, with these fonts and none of the system's. JavaScript for the reason that hash-worker.js
 * tells; the fonts go through files, because the drawing program reads them from nowhere else.
 * @param {import('./preview-picture.ts').Drawing} drawing
 */
export default ({ svg, fonts, width }) => {
  const folder = mkdtempSync(join(tmpdir(), 'flagyard-preview-'))
  try {
    const fontFiles = fonts.map((font, index) => {
      const file = join(folder, `${index}.ttf`)
      writeFileSync(file, font)
      return file
    })
    const font = { loadSystemFonts: false, fontFiles, defaultFontFamily: 'Inter Variable' }
    return new Resvg(svg, { font, fitTo: { mode: 'width', value: width } }).render().asPng()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
