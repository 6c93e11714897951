/** Little-endian UTF-16 with a byte order mark, as spreadsheets save “Unicode text”. */
export const utf16Of = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...`\uFEFF${text}`].flatMap((letter) => [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8]))

/** Windows-1252, for letters that are also in Latin-1. */
export const windows1252Of = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...text].map((letter) => letter.charCodeAt(0)))
