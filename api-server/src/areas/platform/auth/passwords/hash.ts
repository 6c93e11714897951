import { randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Piscina } from 'piscina'
import { ApiError } from '../../../../errors.ts'
import { serverFolder } from '../../../../server-folder.ts'

/** One of the three Argon2id settings approved by OWASP ASVS 5.0 (appendix C). Each hash takes 19 MiB. */
export const OWASP_SETTINGS = { memory: 19_456, passes: 2, parallelism: 1 } as const
/** Settings of new hashes. Tests lower them in their own process, where hashing took a tenth of the time. */
export const newHashes: Settings = { ...OWASP_SETTINGS }
const SALT_BYTES = 16
const TAG_BYTES = 32

/** Maximum number of password hashes waiting for a thread, about a second or two of work. Beyond that, the API responds that it is busy. */
const MAX_QUEUE = 128

export interface Derivation {
  message: Uint8Array
  nonce: Uint8Array
  memory: number
  passes: number
  parallelism: number
  tagLength: number
}

/** Low-priority threads, one fewer than there are cores, so that a burst of sign-ins mostly delays itself, not reads. */
const pool = new Piscina<Derivation, Uint8Array>({
  filename: join(serverFolder, 'src/areas/platform/auth/passwords/hash-worker.js'),
  minThreads: 0,
  maxThreads: Math.max(1, availableParallelism() - 1),
  idleTimeout: 60_000,
  atomics: 'disabled',
  niceIncrement: 10,
  // A hash is not on V8's heap, which would otherwise reserve 16 MiB for this thread.
  resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
}).on('error', () => {
  // A crashed thread is replaced, and its task is rejected. Without a listener, the error would end the process.
})

/** Hashes a password into PHC format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const { memory, passes, parallelism } = newHashes
  const tag = await derive(password, salt, newHashes)
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

/** Constant-time comparison. An unknown account is compared with a dummy hash, so that it takes equally long. */
export async function verifyPassword(password: string, phc: string | undefined): Promise<boolean> {
  const stored = phc === undefined ? dummyHash() : parsePhc(phc)
  if (!stored) return false
  const tag = await derive(password, stored.salt, stored.settings)
  return timingSafeEqual(tag, stored.tag) && phc !== undefined
}

/** Whether a hash uses outdated settings and should be replaced at sign-in. */
export function needsRehash(phc: string): boolean {
  const stored = parsePhc(phc)
  return !stored || stored.settings.memory !== newHashes.memory || stored.settings.passes !== newHashes.passes
}

/** Used in place of the hash of an unknown account. Nothing hashes to a random tag. */
const dummyHash = () => ({ settings: newHashes, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) })

type Settings = { memory: number; passes: number; parallelism: number }

async function derive(password: string, nonce: Buffer, settings: Settings): Promise<Buffer> {
  if (pool.queueSize >= MAX_QUEUE)
    throw new ApiError('unavailable', 'Too many sign-ins at the moment. Please try again soon.', { retryAfter: 5 })
  // Truncated before hashing, because longer passwords would only waste time on our threads.
  const message = Buffer.from(password, 'utf8').subarray(0, 1024)
  return Buffer.from(await pool.run({ message, nonce, ...settings, tagLength: TAG_BYTES }))
}

function parsePhc(phc: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc)
  if (!match) return null
  const [, memory, passes, parallelism, salt = '', tag = ''] = match
  const settings = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const parsed = { settings, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') }
  return parsed.tag.length === TAG_BYTES ? parsed : null
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
