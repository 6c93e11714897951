import { Resvg } from '@resvg/resvg-js'

/**
 * Draws an SVG as PNG on a separate thread. JavaScript for the reason given in hash-worker.js.
 * @param {import('./preview-picture.ts').Drawing} drawing
 */
export default ({ svg, width }) =>
  new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: width } }).render().asPng()
