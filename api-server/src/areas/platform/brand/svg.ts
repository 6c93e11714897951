const elements = new Set(
  (
    'svg g path rect circle ellipse line polyline polygon defs lineargradient radialgradient stop clippath mask ' +
    'title desc style'
  ).split(' '),
)
const namespaces = new Set(['http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xlink'])
/** Attributes that can refer to another file or run code are missing here; references inside the file are checked below. */
const attributes =
  /^(?:xmlns(?::\w+)?|xml:space|version|id|class|style|viewbox|preserveaspectratio|width|height|x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|fx|fy|d|points|transform|offset|gradient(?:units|transform)|spreadmethod|clippathunits|mask(?:content)?units|(?:xlink:)?href|role|aria-label(?:ledby)?|mask|opacity|color|display|visibility|paint-order|shape-rendering|color-interpolation|(?:fill|stroke|stop|clip)(?:-[a-z]+)?|mask-type|mix-blend-mode|vector-effect|enable-background|data-name)$/
/** Only references inside the file: `url(#a)`. */
const FOREIGN_URL = /url\s*\((?!\s*['"]?#[\w-]+['"]?\s*\))|@import|expression\s*\(|\\/i

/**
 * Says what an SVG contains besides shapes and colours, or returns undefined. Drawing programs need nothing else for a logo. Parses as strictly as
 * browsers do, so that both see the same elements.
 */
export async function findUnsafePart(svg: string): Promise<string | undefined> {
  const { default: sax } = await import('sax')
  const parser = sax.parser(true, { xmlns: true })
  let found: string | undefined
  let depth = 0
  const refuse = (what: string) => {
    found ??= what
  }
  parser.onerror = () => {
    refuse('it is not well-formed XML')
    // The parser continues only without the error.
    parser.error = null as unknown as Error
  }
  parser.ondoctype = () => refuse('remove the DOCTYPE')
  parser.onprocessinginstruction = ({ name }) => name !== 'xml' && refuse(`remove <?${name}?>`)
  parser.onsgmldeclaration = () => refuse('remove the declarations')
  parser.onopentag = ({ name, attributes: given, ...tag }) => {
    const uri = 'uri' in tag ? tag.uri : ''
    if (depth === 0 && name !== 'svg') refuse('it does not start with <svg>')
    depth += 1
    if (!elements.has(name.toLowerCase()) || uri !== 'http://www.w3.org/2000/svg') refuse(`remove <${name}>`)
    for (const [attribute, value] of Object.entries(given)) {
      const text = typeof value === 'string' ? value : value.value
      const key = attribute.toLowerCase()
      const isForeign = key.endsWith('href') ? !/^#[\w-]+$/.test(text.trim()) : FOREIGN_URL.test(text)
      const isNamespace = key.startsWith('xmlns')
      if (!attributes.test(key) || (isNamespace ? !namespaces.has(text) : isForeign))
        refuse(`remove ${attribute} from <${name}>`)
    }
  }
  const checkText = (text: string) => FOREIGN_URL.test(text) && refuse('remove references to other files')
  parser.ontext = checkText
  parser.oncdata = checkText
  parser.write(svg).close()
  if (depth === 0) refuse('it does not start with <svg>')
  return found
}
