import { randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { ApiError } from '../../../errors.ts'

/** One of the three settings that OWASP's ASVS 5.0 approves (appendix C); each hash takes 19 MiB. */
const SETTINGS = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32

/** Hashes that may wait for a thread: a second or two of work for each of ours, beyond which we say that we are busy. */
const MAX_QUEUE = 128

/** What one thread is given to do. */
export interface Derivation {
  message: Uint8Array
  nonce: Uint8Array
  memory: number
  passes: number
  parallelism: number
  tagLength: number
}

/**
 * Threads of low priority, one fewer than there are cores: a crowd that signs in waits for itself, and whoever only reads hardly waits
 * for it. What that costs is measured by the benchmark of sign-ins beside reads.
 */
const pool = new Piscina<Derivation, Uint8Array>({
  filename: new URL('./hash-worker.js', import.meta.url).href,
  minThreads: 0,
  maxThreads: Math.max(1, availableParallelism() - 1),
  idleTimeout: 60_000,
  atomics: 'disabled',
  niceIncrement: 10,
})

/** Hashes a password into PHC form. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive(password, salt, SETTINGS)
  return `$argon2id$v=19$m=${SETTINGS.memory},t=${SETTINGS.passes},p=${SETTINGS.parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

/** Compares in constant time; an unknown account compares with a hash of nothing, so that it takes as long. */
export async function verifyPassword(password: string, phc: string | undefined): Promise<boolean> {
  const known = parsePhc(phc ?? (await dummyHash()))
  if (!known) return false
  const tag = await derive(password, known.salt, known.settings)
  return timingSafeEqual(tag, known.tag) && phc !== undefined
}

/** Whether a hash was made with other settings than today's and should be made anew at sign-in. */
export function needsRehash(phc: string): boolean {
  const known = parsePhc(phc)
  return !known || known.settings.memory !== SETTINGS.memory || known.settings.passes !== SETTINGS.passes
}

/** Compared with where there is no account, so that an unknown name takes as long as a known one. */
let dummy: Promise<string> | undefined
const dummyHash = () => {
  dummy ??= hashPassword(randomBytes(24).toString('base64url'))
  return dummy
}

interface Settings {
  memory: number
  passes: number
  parallelism: number
}

async function derive(password: string, nonce: Buffer, settings: Settings): Promise<Buffer> {
  if (pool.queueSize >= MAX_QUEUE)
    throw new ApiError('unavailable', 'Very many people are signing in. Please try again in a few seconds.', {
      retryAfter: 5,
    })
  // Exact bytes, capped before the work: a longer password would only buy time on our threads.
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
