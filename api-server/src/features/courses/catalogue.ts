import { createHash } from 'node:crypto'
import { courseCard } from '@flagyard/api-types/schemas'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { Ready } from '../../http/call.ts'
import { listPublished } from './queries.ts'

const channel = 'catalogue'

interface Kept {
  ready: Promise<Ready> | undefined
}
const kept = new WeakMap<object, Kept>()

/** The public catalogue as ready-made bytes with their ETag, made again when anything in it changes. */
export async function readCatalogue(deps: Pick<Deps, 'db' | 'listen'>): Promise<Ready> {
  const entry = kept.get(deps.db) ?? (await listenFor(deps))
  entry.ready ??= build(deps)
  try {
    return await entry.ready
  } catch (error) {
    entry.ready = undefined
    throw error
  }
}

async function listenFor({ db, listen }: Pick<Deps, 'db' | 'listen'>): Promise<Kept> {
  const entry: Kept = { ready: undefined }
  const forget = () => {
    entry.ready = undefined
  }
  await listen(channel, forget, forget)
  kept.set(db, entry)
  return entry
}

async function build({ db }: Pick<Deps, 'db'>): Promise<Ready> {
  const bytes = Buffer.from(JSON.stringify(z.array(courseCard).parse(await listPublished(db))))
  return new Ready(bytes, `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`)
}
