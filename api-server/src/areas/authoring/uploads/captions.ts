/** Maximum number of cues per file. */
const MAX_CUES = 20_000
const TIME = /^(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/

/** Error in a WebVTT file, with its line number. Null if the file is valid. */
export function captionsFault(text: string): string | null {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')) return 'Captions begin with a line WEBVTT.'
  let cues = 0
  for (const [at, line] of lines.entries()) {
    if (!line.includes('-->')) continue
    const [from = '', to = ''] = line.split('-->').map((side) => side.trim())
    const [start, end] = [millisecondsOf(from), millisecondsOf(to.split(/[ \t]/)[0] ?? '')]
    if (start === null || end === null) return `Line ${at + 1}: a time is written 00:01:02.500 --> 00:01:05.000.`
    if (end <= start) return `Line ${at + 1}: this caption ends before it begins.`
    cues += 1
    if (cues > MAX_CUES) return `There are more than ${MAX_CUES} captions.`
  }
  return cues === 0 ? 'There is no caption in it.' : null
}

function millisecondsOf(text: string): number | null {
  const [, hours = '0', minutes, seconds, thousandths] = TIME.exec(text) ?? []
  if (minutes === undefined) return null
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(thousandths)
}
