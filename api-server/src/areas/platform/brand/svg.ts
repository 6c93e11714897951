const elements = new Set(
  (
    'svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop clipPath mask ' +
    'title desc style'
  ).split(' '),
)
const namespaces = new Set(['http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xlink'])
/** Without attributes that run code or load files. References inside the file are checked below. */
const attributes = new Set([
  'color',
  'stop-color',
  ...(
    'version id class style viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points ' +
    'transform offset gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits href ' +
    'xlink:href xml:space role aria-label aria-labelledby mask mask-type opacity display visibility fill ' +
    'fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit ' +
    'stroke-dasharray stroke-dashoffset stop-opacity clip-path clip-rule paint-order shape-rendering ' +
    'vector-effect data-name enable-background'
  ).split(' '),
])
/** Only references inside the file: `url(#a)`. */
const FOREIGN_URL = /url\s*\((?!\s*['"]?#[\w-]+['"]?\s*\))|@import|expression\s*\(|\\/i

/**
 * Says what an SVG contains besides shapes and colours, or returns undefined. Drawing programs need nothing else for a logo. Parses as strictly as
 * browsers do, so that both see the same elements.
 */
export async function findUnsafePart(svg: string): Promise<string | undefined> {
  const { default: sax } = await import('sax')
  // A path of a logo can be longer than the default.
  Object.assign(sax, { MAX_BUFFER_LENGTH: Number.POSITIVE_INFINITY })
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
    if (!elements.has(name) || uri !== 'http://www.w3.org/2000/svg') refuse(`remove <${name}>`)
    for (const [attribute, value] of Object.entries(given)) {
      const text = typeof value === 'string' ? value : value.value
      const isNamespace = /^xmlns(?::\w+)?$/.test(attribute)
      const isForeign = attribute.endsWith('href') ? !/^#[\w-]+$/.test(text.trim()) : FOREIGN_URL.test(text)
      if (isNamespace ? !namespaces.has(text) : isForeign || !attributes.has(attribute))
        refuse(`remove ${attribute} from <${name}>`)
    }
  }
  // Checked as a whole, because a comment can split a reference in a style.
  let texts = ''
  const addText = (text: string) => {
    texts += text
  }
  parser.ontext = addText
  parser.oncdata = addText
  parser.write(svg).close()
  if (FOREIGN_URL.test(texts)) refuse('remove references to other files')
  if (depth === 0) refuse('it does not start with <svg>')
  return found
}
