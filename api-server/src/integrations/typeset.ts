import { RIGHT_TO_LEFT } from '@flagyard/api-types/contract/isolate'
import bidiFactory from 'bidi-js'
import { drawable, openFonts, type Weight } from './fonts.ts'

/** Part of a line in one font and one direction, in reading order. */
interface Run {
  text: string
  font: string
}

export interface Lettering {
  font: string
  size: number
  /** Letter spacing in points. */
  spacing: number
}

/** Drawing surface: a PDF page or a picture. It draws a run with shaped letters, from left to right. */
export interface Surface {
  addFont(key: string, file: Buffer): void
  widthOf(text: string, lettering: Lettering): number
  draw(text: string, at: { x: number; baseline: number }, lettering: Lettering & { color: string }): void
}

interface Style {
  weight: Weight
  size: number
  color: string
  /** Letter spacing in points. */
  spacing?: number
}

interface Box {
  x: number
  /** Baseline of the first line. */
  baseline: number
  width: number
}

export interface Typesetter {
  /** Draws one line, truncated with an ellipsis if it is too wide. */
  line(text: string, box: Box, style: Style): void
  /** The same, aligned to the right edge of the box. */
  lineAtEnd(text: string, box: Box, style: Style): void
  /**
   * Draws the text as large as fits into that many lines above `bottom`. Below the smallest size, it uses as many lines as fit into their height;
   * text that does not fit at half that size is truncated. Returns the baseline of the last line.
   */
  fit(text: string, box: Box & { lines: number; smallest: number; bottom?: number }, style: Style): number
  /** Draws lines of a fixed size; text that does not fit is truncated. Returns the baseline of the last line. */
  paragraph(text: string, box: Box & { lines: number }, style: Style): number
}

/** Line height as a multiple of the font size. */
const LEADING = 1.22
const ELLIPSIS = '…'

// Its types describe the browser module; in Node the module is the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

/**
 * Typesets names in any script, also with several scripts per line. A surface draws words from left to right in one font, so each line is split into
 * runs by font and direction, which are drawn in visual order. `texts` is the text to be set in addition to our own words.
 */
export async function openTypesetter(surface: Surface, texts: Record<Weight, string[]>): Promise<Typesetter> {
  const { plain, bold, mono } = texts
  const { fonts, keysOf } = await openFonts({
    plain: [...plain, PRINTABLE],
    bold: [...bold, PRINTABLE],
    mono: [...mono, PRINTABLE],
  })
  for (const { key, file } of fonts) surface.addFont(key, file)

  function runsOf(written: string, weight: Weight): Run[] {
    const text = drawable(written)
    const keys = keysOf(text, weight)
    // Indexed by UTF-16 unit, like the levels.
    const fontAt = [...text].flatMap((character, index) => Array<string>(character.length).fill(keys[index] ?? ''))
    const levels = bidi.getEmbeddingLevels(text)
    const mirrored = bidi.getMirroredCharactersMap(text, levels.levels)
    const runs: (Run & { indices: number[]; level: number })[] = []
    for (const index of bidi.getReorderedIndices(text, levels)) {
      if (ISOLATES.test(text[index] ?? '')) continue
      const font = fontAt[index] ?? ''
      const level = levels.levels[index] ?? 0
      const last = runs.at(-1)
      if (last && last.font === font && last.level === level) last.indices.push(index)
      else runs.push({ text: '', font, level, indices: [index] })
    }
    return runs.map(({ font, indices }) => ({
      font,
      // The shaping engine reorders a run according to its script. Runs of only neutral characters have no script, and stay in visual order.
      text: (RIGHT_TO_LEFT.test(indices.map((index) => text[index]).join(''))
        ? indices.toSorted((a, b) => a - b)
        : indices
      )
        .map((index) => mirrored.get(index) ?? text[index])
        .join('')
        // Restores the order of surrogate pairs.
        .replace(/([\udc00-\udfff])([\ud800-\udbff])/g, '$2$1'),
    }))
  }

  function widthOf(text: string, { weight, size, spacing = 0 }: Omit<Style, 'color'>): number {
    const runs = runsOf(text, weight)
    return runs.reduce((sum, { text: part, font }) => sum + surface.widthOf(part, { font, size, spacing }), 0)
  }

  function draw(
    text: string,
    { x, baseline }: Pick<Box, 'x' | 'baseline'>,
    { weight, size, color, spacing = 0 }: Style,
  ) {
    let at = x
    for (const { text: part, font } of runsOf(text, weight)) {
      surface.draw(part, { x: at, baseline }, { font, size, spacing, color })
      at += surface.widthOf(part, { font, size, spacing })
    }
  }

  const ems = new Map<string, number>()

  /** Breaks lines at spaces, and within words that are wider than a line. Widths are in ems, so that they apply to every size. */
  function breakLines(text: string, width: number, weight: Weight): string[] {
    const em = (part: string) => {
      const known = ems.get(weight + part) ?? widthOf(part, { weight, size: 1 })
      ems.set(weight + part, known)
      return known
    }
    const lines: string[] = []
    let line = ''
    for (const word of text.split(/\s+/).filter(Boolean)) {
      const longer = line ? `${line} ${word}` : word
      if (em(longer) <= width) {
        line = longer
        continue
      }
      if (em(word) <= width) {
        lines.push(line)
        line = word
        continue
      }
      if (line) line += ' '
      // Letter by letter: measuring every prefix of a long word would take seconds.
      let room = width - em(line)
      for (const { segment } of graphemes.segment(word)) {
        if (line && em(segment) > room) {
          lines.push(line)
          line = ''
          room = width
        }
        line += segment
        room -= em(segment)
      }
    }
    return line ? [...lines, line] : lines
  }

  function cut(text: string, width: number, style: Style): string {
    if (widthOf(text, style) <= width) return text
    const letters = [...graphemes.segment(text)].map(({ segment }) => segment)
    while (letters.length > 0 && widthOf(letters.join('') + ELLIPSIS, style) > width) letters.pop()
    return letters.join('').trimEnd() + ELLIPSIS
  }

  const setter: Typesetter = {
    line: (text, box, style) => draw(cut(text, box.width, style), box, style),
    lineAtEnd(text, { x, width, baseline }, style) {
      const shown = cut(text, width, style)
      draw(shown, { x: x + width - widthOf(shown, style), baseline }, style)
    },
    fit(text, { smallest, bottom = Number.POSITIVE_INFINITY, ...box }, style) {
      const most = (size: number) =>
        Math.min(
          size < smallest ? Math.floor((box.lines * smallest) / size) : box.lines,
          Math.max(1, 1 + Math.floor((bottom - box.baseline) / (size * LEADING))),
        )
      let { size } = style
      while (size > smallest / 2 && breakLines(text, box.width / size, style.weight).length > most(size)) size -= 1
      return setter.paragraph(text, { ...box, lines: most(size) }, { ...style, size })
    },
    paragraph(text, { x, baseline, width, lines }, style) {
      const all = breakLines(text, width / style.size, style.weight)
      const shown = all.slice(0, lines)
      if (all.length > lines) shown.push(cut(`${shown.pop()}${ELLIPSIS}`, width, style))
      shown.forEach((line, index) => {
        draw(line, { x, baseline: baseline + index * style.size * LEADING }, style)
      })
      return baseline + Math.max(0, shown.length - 1) * style.size * LEADING
    },
  }
  return setter
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Not needed once the order is known. */
const ISOLATES = /[\u2066-\u2069]/

/** Characters of our own texts. */
const PRINTABLE = `${String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 32 + index))}·–—’“”${ELLIPSIS}`
