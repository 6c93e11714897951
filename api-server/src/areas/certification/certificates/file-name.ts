/** A name that is safe as part of a file name: it cannot refer to a folder or have a meaning to programs. */
export function fileNameOf(name: string): string {
  const safe = name
    .normalize('NFC')
    .replace(/[\p{Cc}\s/\\:*?"<>|]+/gu, ' ')
    .replace(/^[.\s]+/, '')
    .trim()
  return [...safe.toWellFormed()].slice(0, 80).join('')
}
