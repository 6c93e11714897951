import { create, type Font } from 'fontkit'
import type { Lettering, Surface } from '../integrations/typeset.ts'

/** A surface that draws letters as SVG paths. */
export function outlineSurface(): { surface: Surface; outlines: string[] } {
  const fonts = new Map<string, Font>()
  const outlines: string[] = []
  const shape = (text: string, { font: key, size }: Lettering) => {
    const font = fonts.get(key)
    if (!font) throw new Error(`There is no font ${key}`)
    const { glyphs, positions } = font.layout(text)
    const scale = size / font.unitsPerEm
    return { scale, glyphs: glyphs.map(({ path }, index) => ({ path, ...(positions[index] ?? NO_OFFSET) })) }
  }
  const surface: Surface = {
    addFont: (key, file) => void fonts.set(key, create(file)),
    widthOf(text, lettering) {
      const { scale, glyphs } = shape(text, lettering)
      return glyphs.reduce((sum, { xAdvance }) => sum + xAdvance * scale + lettering.spacing, 0)
    },
    draw(text, { x, baseline }, { color, ...lettering }) {
      const { scale, glyphs } = shape(text, lettering)
      let at = x
      for (const { path, xAdvance, xOffset, yOffset } of glyphs) {
        const [left, top] = [at + xOffset * scale, baseline - yOffset * scale].map((value) => value.toFixed(2))
        const outline = path.toSVG()
        if (outline)
          outlines.push(
            `<path fill="${color}" transform="translate(${left} ${top}) scale(${scale} ${-scale})" d="${outline}"/>`,
          )
        at += xAdvance * scale + lettering.spacing
      }
    },
  }
  return { surface, outlines }
}

const NO_OFFSET = { xAdvance: 0, xOffset: 0, yOffset: 0 }
