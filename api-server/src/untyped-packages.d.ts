declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'sfnt'; variationAxes: Record<string, number> },
  ): Promise<Buffer>
}

declare module 'fontverter' {
  const fontverter: { convert(font: Buffer, format: 'sfnt'): Promise<Buffer> }
  export default fontverter
}

declare module 'fontkit' {
  export interface Font {
    unitsPerEm: number
    layout(text: string): {
      glyphs: { path: { toSVG(): string } }[]
      positions: { xAdvance: number; xOffset: number; yOffset: number }[]
    }
  }
  export function create(file: Uint8Array): Font
}
