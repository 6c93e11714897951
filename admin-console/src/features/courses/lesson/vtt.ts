/** A cue of a WebVTT file. Times are in seconds. */
export interface Cue {
  start: number
  end: number
  text: string
  /** Offset in the file. */
  at: number
}

const TIME = String.raw`(?:(\d{2,}):)?([0-5]\d):([0-5]\d)[.](\d{3})`
const TIMING = new RegExp(`^${TIME}[ \\t]+-->[ \\t]+${TIME}.*$`, 'gm')

/** Parses the cues of a WebVTT file, in order. Notes and styles are ignored. */
export function cuesOf(vtt: string): Cue[] {
  return [...vtt.matchAll(TIMING)].map((found) => {
    const from = found.index + found[0].length
    const end = /\r?\n[ \t]*\r?\n/.exec(vtt.slice(from))?.index
    const text = vtt.slice(from, end === undefined ? undefined : from + end).trim()
    return { start: secondsOf(found.slice(1, 5)), end: secondsOf(found.slice(5, 9)), text, at: found.index }
  })
}

/** First problem that a browser would have with the file, as a message; undefined if it is valid. */
export function vttErrorOf(vtt: string): string | undefined {
  if (!/^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(vtt)) return 'The first line must be WEBVTT.'
  const cues = cuesOf(vtt)
  if ((vtt.match(/-->/g) ?? []).length !== cues.length)
    return 'A line with --> is not a valid time range. Use the format 00:01:05.000 --> 00:01:08.500.'
  const backward = cues.find(({ start, end }) => end <= start)
  if (backward) return `The cue at ${formatTime(backward.start)} ends before it starts.`
  const early = cues.find(({ start }, at) => start < (cues[at - 1]?.start ?? 0))
  return early && `The cue at ${formatTime(early.start)} is listed after a later one.`
}

const secondsOf = ([hours = '0', minutes = '0', seconds = '0', millis = '0']: (string | undefined)[]) =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(millis) / 1000

/** `00:01:05.000`. */
export function formatTime(seconds: number): string {
  const millis = Math.round(seconds * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const whole = Math.floor(millis / 1000)
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}.${String(millis % 1000).padStart(3, '0')}`
}

export const EMPTY_VTT = 'WEBVTT\n'

/** Inserts a cue at a time in seconds, in order. */
export function withCueAt(vtt: string, seconds: number): string {
  const cue = `${formatTime(seconds)} --> ${formatTime(seconds + 3)}\n…\n`
  const next = cuesOf(vtt).find(({ start }) => start > seconds)
  if (!next) return `${vtt.trimEnd()}\n\n${cue}`
  // A cue may have an identifier on the line above its times.
  const before = vtt.slice(0, next.at)
  const at = /\n[ \t]*\n[^\n]*\n$/.test(before) ? before.search(/[^\n]*\n$/) : next.at
  return `${vtt.slice(0, at)}${cue}\n${vtt.slice(at)}`
}

/** Sets the start or end of a cue to the given time. */
export function withTimeOf(vtt: string, cue: Cue, edge: 'start' | 'end', seconds: number): string {
  const line = /^.*$/m.exec(vtt.slice(cue.at))?.[0] ?? ''
  const [start = '', end = ''] = line.split('-->')
  const settings = end
    .trim()
    .split(/[ \t]+/)
    .slice(1)
    .join(' ')
  const times = edge === 'start' ? [formatTime(seconds), formatTime(cue.end)] : [start.trim(), formatTime(seconds)]
  const changed = `${times.join(' --> ')}${settings && ` ${settings}`}`
  return vtt.slice(0, cue.at) + changed + vtt.slice(cue.at + line.length)
}
