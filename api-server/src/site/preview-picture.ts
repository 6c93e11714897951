import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { Piscina } from 'piscina'
import { ApiError } from '../errors.ts'
import { serverFolder } from '../server-folder.ts'
import { drawCard, PREVIEW_SIZE, type PreviewCard, versionOf } from './preview-card.ts'

/** Input for one picture on the worker thread. */
export interface Drawing {
  svg: string
  width: number
}

/** Maximum number of queued pictures. Above it, requests get a busy response; sites that show link previews retry. */
const MAX_QUEUE = 16
/** Cache size for drawn pictures, in bytes; each takes about 60 kB. */
const MAX_CACHE_BYTES = 16_000_000

const pool = new Piscina<Drawing, Uint8Array>({
  filename: join(serverFolder, 'src/site/preview-worker.js'),
  minThreads: 0,
  maxThreads: 1,
  maxQueue: MAX_QUEUE,
  idleTimeout: 60_000,
  atomics: 'disabled',
  niceIncrement: 10,
}).on('error', () => {
  // A crashed thread is replaced, and its task rejects. Without a listener, the error would end the process.
})

const cache = new LRUCache<string, Buffer>({ maxSize: MAX_CACHE_BYTES, sizeCalculation: ({ length }) => length })
const underWay = new Map<string, Promise<Buffer>>()

/** The PNG of a card, drawn once per content, even for concurrent requests. */
export async function drawPreview(card: PreviewCard): Promise<Buffer> {
  const version = versionOf(card)
  const picture = cache.get(version) ?? underWay.get(version)
  if (picture) return picture
  if (underWay.size > MAX_QUEUE)
    throw new ApiError('unavailable', 'Too many pictures are being drawn. Please try again in a few seconds.', {
      retryAfter: 5,
    })
  const drawing = draw(card).finally(() => underWay.delete(version))
  underWay.set(version, drawing)
  const drawn = await drawing
  cache.set(version, drawn)
  return drawn
}

async function draw(card: PreviewCard): Promise<Buffer> {
  return Buffer.from(await pool.run({ svg: await drawCard(card), width: PREVIEW_SIZE.width }))
}
