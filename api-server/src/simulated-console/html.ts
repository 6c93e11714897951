/** Trusted markup. Only `html` creates it. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | false | Part[]

/** Page fragment template: every inserted value is escaped as text for elements and quoted attributes, unless it is Html. */
export const html = (pieces: TemplateStringsArray, ...parts: Part[]) =>
  new Html(pieces.map((piece, at) => (at === 0 ? piece : written(parts[at - 1] ?? null) + piece)).join(''))

function written(part: Part): string {
  if (part === null || part === false) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(written).join('')
  return String(part).replace(/[&<>"'`]/g, (one) => `&#${one.charCodeAt(0)};`)
}
