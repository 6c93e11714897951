import type { StoredFile, UploadKind } from '@flagyard/api-types'

const units = ['bytes', 'kB', 'MB', 'GB']

/** `3.4 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${units[power]}`
}

/** `2:05`, or `1:02:05`. */
export function formatLength(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.round(seconds) % 60]
  return parts
    .slice(parts[0] === 0 ? 1 : 0)
    .map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':')
}

/** Description of a stored file: `WEBM, 2:05, 3.4 MB`. */
export function describeFile({ name, bytes, duration_seconds, width, height }: StoredFile): string {
  const type = (name.split('.').at(-1) ?? '').toUpperCase()
  const size = width && height ? `${width} × ${height}` : null
  const length = duration_seconds ? formatLength(duration_seconds) : null
  return [type, length, size, formatBytes(bytes)].filter(Boolean).join(', ')
}

export const kindNames: Record<UploadKind, string> = {
  film: 'video',
  captions: 'caption file',
  picture: 'picture',
  download: 'file',
  archive: 'archive',
}
