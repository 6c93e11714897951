/** Decodes a text file as saved by spreadsheet programs: UTF-8, UTF-16 with a byte order mark, or else Windows-1252, which maps every byte to a character. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export const readTextFile = async (file: Blob): Promise<string> => decodeText(new Uint8Array(await file.arrayBuffer()))
