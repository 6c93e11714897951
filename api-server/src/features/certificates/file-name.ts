/** A name as a part of a file's name: nothing in it names a folder or means something to a program. */
export function fileNameOf(name: string): string {
  const safe = name
    .normalize('NFC')
    .replace(/[\p{Cc}\s/\\:*?"<>|]+/gu, ' ')
    .replace(/^[.\s]+/, '')
    .trim()
  return [...safe.toWellFormed()].slice(0, 80).join('')
}
