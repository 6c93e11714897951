import { buffer } from 'node:stream/consumers'
import { contradictionOf, HEAD_BYTES, kindOf, typeOf } from './file-types.ts'
import { filmSeconds } from './film-length.ts'
import { pictureSize } from './picture-size.ts'
import { readPart, type Source } from './source.ts'

export interface FileFacts {
  duration_seconds: number | null
  width: number | null
  height: number | null
}

/** File that cannot be used. The message is shown to the uploader. */
export class UnusableFileError extends Error {}

/** Maximum video length, in seconds. */
const MAX_FILM_SECONDS = 86_400
/** Maximum width and height of a picture, in pixels. A small file may decode to a huge picture. */
const MAX_SIDE = 10_000

const nothing: FileFacts = { duration_seconds: null, width: null, height: null }

/** Validates a file by its content, which must match the extension of its name. */
export async function inspectFile(source: Source, filename: string): Promise<FileFacts> {
  const type = typeOf(filename)
  const contradiction = contradictionOf(type, await readPart(source, 0, HEAD_BYTES))
  if (contradiction) throw new UnusableFileError(contradiction)
  switch (kindOf(filename)) {
    case 'film':
      return { ...nothing, duration_seconds: await lengthOf(source, type) }
    case 'picture':
      return { ...nothing, ...(await sizeOf(source, type)) }
    case 'captions': {
      const fault = captionsFault(decode(await buffer(source.read())))
      if (fault) throw new UnusableFileError(fault)
      return nothing
    }
    default:
      if (type === 'txt' || type === 'json') await assertText(source)
      return nothing
  }
}

async function lengthOf(source: Source, type: string): Promise<number> {
  const seconds = await filmSeconds(source, type)
  if (seconds === null)
    throw new UnusableFileError(
      'This video does not contain its duration. Export it again with your editor, or run: ffmpeg -i film -c copy film-2',
    )
  if (seconds > MAX_FILM_SECONDS) throw new UnusableFileError('A video can be at most 24 hours long.')
  return Math.max(1, Math.round(seconds))
}

async function sizeOf(source: Source, type: string) {
  const size = await pictureSize(source, type)
  if (!size) throw new UnusableFileError('This picture is damaged, because its size cannot be read.')
  if (Math.max(size.width, size.height) > MAX_SIDE)
    throw new UnusableFileError(`A picture can have at most ${MAX_SIDE} pixels on each side.`)
  return size
}

/** Reads in chunks, because the file may be large. */
async function assertText(source: Source): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of source.read()) decode(chunk as Buffer, decoder, true)
  decode(Buffer.alloc(0), decoder)
}

function decode(bytes: Buffer, decoder = new TextDecoder('utf-8', { fatal: true }), stream = false): string {
  try {
    const text = decoder.decode(bytes, { stream })
    if (!text.includes('\0')) return text
  } catch {
    // Invalid UTF-8: reported below, like NUL.
  }
  throw new UnusableFileError('This is not valid UTF-8.')
}

/** Maximum number of cues per file. */
const MAX_CUES = 20_000
const TIME = /^(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/

/** Error in a WebVTT file, with its line number. Null if the file is valid. */
function captionsFault(text: string): string | null {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')) return 'Captions must begin with a line WEBVTT.'
  let cues = 0
  for (const [at, line] of lines.entries()) {
    if (!line.includes('-->')) continue
    const [from = '', to = ''] = line.split('-->').map((side) => side.trim())
    const [start, end] = [millisecondsOf(from), millisecondsOf(to.split(/[ \t]/)[0] ?? '')]
    if (start === null || end === null) return `Line ${at + 1}: write times as 00:01:02.500 --> 00:01:05.000.`
    if (end <= start) return `Line ${at + 1}: this caption ends before it starts.`
    cues += 1
    if (cues > MAX_CUES) return `There are more than ${MAX_CUES} captions.`
  }
  return cues === 0 ? 'This file has no captions.' : null
}

function millisecondsOf(text: string): number | null {
  const [, hours = '0', minutes, seconds, thousandths] = TIME.exec(text) ?? []
  if (minutes === undefined) return null
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(thousandths)
}
