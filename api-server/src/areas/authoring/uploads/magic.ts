/** Number of bytes at the start of a file that identify its type. */
export const HEAD_BYTES = 64

/** Type of a file by its first bytes. Undefined for text and unknown types. */
export function typeByBytes(head: Buffer): string | undefined {
  const starts = (bytes: string, at = 0) => head.subarray(at, at + bytes.length).toString('latin1') === bytes
  if (starts('\x89PNG\r\n\x1a\n')) return 'png'
  if (starts('\xff\xd8\xff')) return 'jpg'
  if (starts('RIFF') && starts('WEBP', 8)) return 'webp'
  if (starts('ftyp', 4)) return 'mp4'
  if (starts('\x1a\x45\xdf\xa3')) return head.includes('webm') ? 'webm' : 'mkv'
  if (starts('PK\x03\x04') || starts('PK\x05\x06')) return 'zip'
  if (starts('\x1f\x8b')) return 'gz'
  if (starts('%PDF-')) return 'pdf'
  if (starts('GIF8')) return 'gif'
  if (starts('MZ') || starts('\x7fELF')) return 'exe'
  return undefined
}

const texts = ['vtt', 'txt', 'json']

/** Reason why a file cannot have the type in its name, judging by its first bytes. Null if it can. */
export function contradictionOf(claimed: string, head: Buffer): string | null {
  const found = typeByBytes(head)
  const isText = texts.includes(claimed)
  if (found === claimed || (isText && found === undefined && !head.includes(0))) return null
  const told = found ? `but it is a file of the type ${found}` : 'but it is something else'
  return `Its name says ${claimed}, ${told}. Choose the file itself, under its own name.`
}
