import { inflateSync } from 'node:zlib'

/**
 * The text of a PDF as a reader would copy it: finds each page's fonts, inverts their ToUnicode tables and reads the glyphs
 * that the content shows. Knows what pdfkit writes and no more.
 */
export function pdfText(file: Buffer): string {
  const objects = readObjects(file)
  const body = (id: string | undefined) => objects.get(id ?? '')?.head ?? ''
  const text: string[] = []
  for (const { head } of objects.values()) {
    if (!/\/Type \/Page\b/.test(head)) continue
    const resources = body(ref(head, 'Resources')) || head
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => {
        const map = ref(body(id), 'ToUnicode')
        return [name, unicodeOf(objects.get(map ?? '')?.stream ?? '')] as const
      }),
    )
    let font = new Map<string, string>()
    let line = ''
    const content = objects.get(ref(head, 'Contents') ?? '')?.stream ?? ''
    for (const [, y, name, array] of content.matchAll(/1 0 0 1 \S+ (\S+) Tm|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (y) {
        // A line may be made of several pieces, each in a font of its own.
        if (y !== line && text.length > 0) text.push('\n')
        line = y
      } else if (name) font = fonts.get(name) ?? font
      else {
        const glyphs = [...(array ?? '').matchAll(/<([0-9a-f]*)>/gi)].flatMap(([, hex]) => hex?.match(/.{4}/g) ?? [])
        text.push(glyphs.map((glyph) => font.get(glyph.toLowerCase()) ?? '?').join(''))
      }
    }
  }
  return text.join('')
}

const ref = (head: string, key: string) => new RegExp(`/${key} (\\d+) 0 R`).exec(head)?.[1]

function readObjects(file: Buffer) {
  const raw = file.toString('latin1')
  const objects = new Map<string, { head: string; stream: string }>()
  for (const match of raw.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, id = '', whole = ''] = match
    const at = whole.indexOf('stream\n')
    const head = at < 0 ? whole : whole.slice(0, at)
    const bytes = at < 0 ? '' : whole.slice(at + 7, whole.lastIndexOf('\nendstream'))
    const stream = /FlateDecode/.test(head) ? inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1') : bytes
    objects.set(id, { head, stream })
  }
  return objects
}

/** Glyph to text, from the ranges `<first> <last> [<text> …]`. */
function unicodeOf(cmap: string): Map<string, string> {
  const map = new Map<string, string>()
  for (const [, first = '', list = ''] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi))
    for (const [at, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries()) {
      const units = Buffer.from(hex.replace(/ /g, ''), 'hex').swap16().toString('utf16le')
      map.set((Number.parseInt(first, 16) + at).toString(16).padStart(4, '0'), units)
    }
  return map
}
