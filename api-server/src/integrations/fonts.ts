import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import fontverter from 'fontverter'
import subsetFont from 'subset-font'

export type Weight = 'plain' | 'bold' | 'mono'

/** A font file, with the characters it covers. */
interface Face {
  file: string
  ranges: [from: number, to: number][]
}

/** The brand font covers Latin, Greek and Cyrillic; every other script has its own. The weight is the axis value of the variable fonts. */
const weights = {
  plain: { family: 'inter', wght: 400 },
  bold: { family: 'inter', wght: 700 },
  mono: { family: 'jetbrains-mono', wght: 400 },
} as const satisfies Record<Weight, { family: string; wght: number }>

const scripts: [script: RegExp, family: string][] = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Gujarati',
  'Gurmukhi',
  'Hebrew',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thai',
].map((script) => [new RegExp(`\\p{Script=${script}}`, 'u'), `noto-sans-${script.toLowerCase()}`])

const hangul = /\p{Script=Hangul}/u
const kana = /\p{Script=Hiragana}|\p{Script=Katakana}/u
const east = /\p{Script=Han}|[\u3000-\u303f\uff00-\uffef]/u

/** Font families to try for a character. Shared Chinese characters use the glyphs of the surrounding text's language. */
function familiesOf(character: string, context: string, weight: Weight): string[] {
  const own = weights[weight].family
  if (hangul.test(character)) return ['noto-sans-kr']
  if (kana.test(character)) return ['noto-sans-jp']
  if (east.test(character)) {
    if (kana.test(context)) return ['noto-sans-jp', 'noto-sans-sc']
    return hangul.test(context) ? ['noto-sans-kr', 'noto-sans-sc'] : ['noto-sans-sc', 'noto-sans-jp']
  }
  const family = scripts.find(([script]) => script.test(character))?.[1]
  return family ? [family, own] : [own, 'inter']
}

/**
 * Fonts for these texts, and which of them draws each character. A letter that no font covers is drawn as the brand font's empty box; emoji that no
 * font covers are left out.
 */
export async function openFonts(texts: Record<Weight, readonly string[]>) {
  const wanted = new Map<string, { face: Face; weight: Weight; characters: Set<string> }>()
  const keyOf = (face: Face, weight: Weight) => `${weight} ${face.file}`
  const chosen = new Map<string, Face>()
  // Uses all texts, because the parts of a wrapped name are in the same language.
  const context = Object.values(texts).flat().join(' ')
  const choose = (character: string, weight: Weight): Face => {
    const question = weight + character
    const face = chosen.get(question) ?? findFace(character, context, weight) ?? latinOf(weights[weight].family)
    chosen.set(question, face)
    return face
  }
  /** The font of each character of a text. Joiners and accents use the font of the preceding letter. */
  const facesIn = (text: string, weight: Weight): Face[] => {
    const faces: Face[] = []
    for (const character of text) {
      const last = faces.at(-1)
      faces.push(last && ATTACHED.test(character) ? last : choose(character, weight))
    }
    return faces
  }
  for (const weight of Object.keys(weights) as Weight[])
    for (const text of new Set(texts[weight].map(drawable))) {
      const faces = facesIn(text, weight)
      for (const [index, character] of [...text].entries()) {
        const face = faces[index]
        if (!face) continue
        const entry = wanted.get(keyOf(face, weight)) ?? { face, weight, characters: new Set() }
        wanted.set(keyOf(face, weight), entry)
        entry.characters.add(character)
      }
    }
  const fonts = await Promise.all(
    [...wanted].map(async ([key, { face, weight, characters }]) => {
      return { key, file: await cachedSubset(face, weight, [...characters].sort().join('')) }
    }),
  )
  return { fonts, keysOf: (text: string, weight: Weight) => facesIn(text, weight).map((face) => keyOf(face, weight)) }
}

const subsets = new Map<string, Promise<Buffer>>()
/** Maximum number of cached subsets. Most documents use the same letters as an earlier one, and subsetting takes as long as drawing. */
const MAX_SUBSETS = 32

/** A font file with only these characters, at one weight. Caches bytes: an opened font keeps state of the text it shaped. */
function cachedSubset({ file }: Face, weight: Weight, characters: string): Promise<Buffer> {
  const key = `${weight} ${file} ${characters}`
  const found = subsets.get(key) ?? createSubset(file, weight, characters)
  // Moves the entry to the end, so that the least recently used one is evicted. A failed one is removed.
  subsets.delete(key)
  subsets.set(key, found)
  found.catch(() => subsets.delete(key))
  const [oldest] = subsets.keys()
  if (subsets.size > MAX_SUBSETS && oldest !== undefined) subsets.delete(oldest)
  return found
}

async function createSubset(file: string, weight: Weight, characters: string): Promise<Buffer> {
  const { wght } = weights[weight]
  const options = { targetFormat: 'sfnt', variationAxes: { wght } } as const
  const subset = await subsetFont(await readFace(file), characters, options)
  // fontkit reads the bounds of an empty last glyph beyond the end of the file, so pad it.
  return Buffer.concat([subset, Buffer.alloc(16)])
}

const ATTACHED = /[\p{Script=Inherited}\u200c\u200d]/u
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Prepares a text for drawing: composes letters and removes emoji that no font covers. */
export function drawable(text: string): string {
  const composed = text.normalize('NFC')
  if (!EMOJI.test(composed)) return composed
  const parts = [...graphemes.segment(composed)].filter(({ segment }) => {
    const [first = ''] = segment
    return !EMOJI.test(segment) || (segment === first && findFace(first, '', 'plain') !== undefined)
  })
  return parts
    .map(({ segment }) => segment)
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim()
}

function findFace(character: string, context: string, weight: Weight): Face | undefined {
  const code = character.codePointAt(0) ?? 0
  for (const family of familiesOf(character, context, weight)) {
    const face = facesOf(family).find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to))
    if (face) return face
  }
  return undefined
}

const require = createRequire(import.meta.url)
const families = new Map<string, Face[]>()

/** Font files of a family, as listed in its stylesheet for browsers. */
function facesOf(family: string): Face[] {
  const known = families.get(family)
  if (known) return known
  const sheet = require.resolve(`@fontsource-variable/${family}/index.css`)
  const listed = readFileSync(sheet, 'utf8').matchAll(/url\(([^)]+)\)[^}]*?unicode-range:\s*([^;]+);/g)
  const faces = [...listed].map(([, file = '', ranges = '']) => ({
    file: join(dirname(sheet), file),
    ranges: ranges.split(',').map(readRange),
  }))
  families.set(family, faces)
  return faces
}

/** `U+0600-06ff` or `U+200c`. */
function readRange(range: string): [number, number] {
  const [from = '', to = from] = range.trim().slice(2).split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}

/** The last file of the brand family is the Latin one. */
function latinOf(family: string): Face {
  const latin = facesOf(family).at(-1)
  if (!latin) throw new Error(`${family} has no faces`)
  return latin
}

const files = new Map<string, Promise<Buffer>>()

/** Decompresses a web font file, once. */
function readFace(file: string): Promise<Buffer> {
  const reading = files.get(file) ?? readFile(file).then((bytes) => fontverter.convert(bytes, 'sfnt'))
  files.set(file, reading)
  return reading
}
