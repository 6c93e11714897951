import { Resvg } from '@resvg/resvg-js'

/**
 * Draws an SVG as PNG on a thread of its own. JavaScript for the reason that hash-worker.js tells.
 * @param {import('./preview-picture.ts').Drawing} drawing
 */
export default ({ svg, width }) =>
  new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: width } }).render().asPng()
