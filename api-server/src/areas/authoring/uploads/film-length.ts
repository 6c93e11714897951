import { readPart, type Source } from './source.ts'

/** Length of a video in seconds, by its header. Null if the header does not contain it, or is not of this type. */
export function filmSeconds(source: Source, type: string): Promise<number | null> {
  return type === 'mp4' ? mp4Seconds(source) : webmSeconds(source)
}

/** Maximum number of boxes or elements that are read in search of the length. */
const MAX_STEPS = 500

type Box = { type: string; start: number; end: number }

/** Sibling boxes of an MP4 file in a byte range. */
async function* boxesIn(source: Source, from: number, to: number): AsyncGenerator<Box> {
  for (let at = from, steps = 0; at + 8 <= to && steps < MAX_STEPS; steps += 1) {
    const head = await readPart(source, at, 16)
    if (head.length < 8) return
    const short = head.readUInt32BE(0)
    if (short === 1 && head.length < 16) return
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? to - at : short
    const begins = at + (short === 1 ? 16 : 8)
    if (size < begins - at) return
    yield { type: head.toString('latin1', 4, 8), start: begins, end: Math.min(to, at + size) }
    at += size
  }
}

async function findBox(source: Source, type: string, { start, end }: Omit<Box, 'type'>): Promise<Box | null> {
  for await (const box of boxesIn(source, start, end)) if (box.type === type) return box
  return null
}

/** `moov` contains `mvhd` with the length. Fragmented videos have it in `mvex`, `mehd`, with the same time scale. */
async function mp4Seconds(source: Source): Promise<number | null> {
  const moov = await findBox(source, 'moov', { start: 0, end: source.bytes })
  const mvhd = moov && (await findBox(source, 'mvhd', moov))
  if (!moov || !mvhd) return null
  const head = await readPart(source, mvhd.start, 32)
  const isLong = head[0] === 1
  if (head.length < (isLong ? 32 : 20)) return null
  const scale = head.readUInt32BE(isLong ? 20 : 12)
  const length = isLong ? Number(head.readBigUInt64BE(24)) : head.readUInt32BE(16)
  const mvex = length === 0 ? await findBox(source, 'mvex', moov) : null
  const mehd = mvex && (await findBox(source, 'mehd', mvex))
  if (!mehd) return secondsOf(length, scale)
  const fragments = await readPart(source, mehd.start, 12)
  if (fragments.length < (fragments[0] === 1 ? 12 : 8)) return null
  return secondsOf(fragments[0] === 1 ? Number(fragments.readBigUInt64BE(4)) : fragments.readUInt32BE(4), scale)
}

const secondsOf = (length: number, scale: number) => (length > 0 && scale > 0 ? length / scale : null)

const SEGMENT = 0x18538067
const INFO = 0x1549a966
const CLUSTER = 0x1f43b675
const DURATION = 0x4489
const TIMESTAMP_SCALE = 0x2ad7b1

interface Element {
  id: number
  start: number
  /** Size of the content in bytes; infinite if unknown. */
  size: number
}

/** Sibling elements of a WebM file in a byte range. */
async function* elementsIn(source: Source, from: number, to: number): AsyncGenerator<Element> {
  for (let at = from, steps = 0; at < to && steps < MAX_STEPS; steps += 1) {
    const head = await readPart(source, at, 12)
    const id = readNumber(head, 0, true)
    const size = id && readNumber(head, id.length, false)
    if (!id || !size) return
    const start = at + id.length + size.length
    yield { id: id.value, start, size: size.value }
    if (!Number.isFinite(size.value)) return
    at = start + size.value
  }
}

/** Reads a variable-length integer of Matroska: its leading zero bits give the number of bytes. */
function readNumber(bytes: Buffer, at: number, withMark: boolean): { value: number; length: number } | null {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  if (first === 0 || length > 8 || at + length > bytes.length) return null
  let value = withMark ? first : first & (0xff >> length)
  let isUnknown = (first & (0xff >> length)) === 0xff >> length
  for (const byte of bytes.subarray(at + 1, at + length)) {
    value = value * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { value: isUnknown && !withMark ? Number.POSITIVE_INFINITY : value, length }
}

async function webmSeconds(source: Source): Promise<number | null> {
  for await (const outer of elementsIn(source, 0, source.bytes)) {
    if (outer.id !== SEGMENT) continue
    for await (const { id, start, size } of elementsIn(source, outer.start, source.bytes)) {
      if (id === INFO) return infoSeconds(source, start, size)
      if (id === CLUSTER) return null
    }
    return null
  }
  return null
}

async function infoSeconds(source: Source, from: number, size: number): Promise<number | null> {
  let nanoseconds = 1_000_000
  let length = 0
  for await (const element of elementsIn(source, from, Math.min(source.bytes, from + size))) {
    if (element.id !== DURATION && element.id !== TIMESTAMP_SCALE) continue
    const value = await readPart(source, element.start, Math.min(8, element.size))
    if (element.id === TIMESTAMP_SCALE && value.length > 0) nanoseconds = value.readUIntBE(0, Math.min(6, value.length))
    else if (value.length === 8) length = value.readDoubleBE()
    else if (value.length === 4) length = value.readFloatBE()
  }
  return secondsOf(length * nanoseconds, 1_000_000_000)
}
