import { randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { ApiError } from '../../errors.ts'
import { type Overtaken, withPatience } from './patience.ts'

/** One of the three settings that ASVS 5.0 appendix C approves. */
const SETTINGS = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32
/** Hashes that wait for a thread at the most: a second or two of work for each of ours, beyond which we say that we are busy. */
const MOST_WAITING = 128

/** How long a hash waits for cores that nobody else wants before it takes its share, in milliseconds. */
const PATIENCE = 4_000

/** What one thread is given to do. */
export interface Derivation {
  message: Uint8Array
  nonce: Uint8Array
  memory: number
  passes: number
  parallelism: number
  tagLength: number
  overtaken?: Overtaken
}

const threadsOf = <R>(file: string, options: { maxThreads: number; niceIncrement: number }) =>
  new Piscina<Derivation, R>({
    filename: new URL(file, import.meta.url).href,
    minThreads: 0,
    idleTimeout: 60_000,
    atomics: 'disabled',
    ...options,
  })

/**
 * Threads of the lowest priority, one less than there are cores: a crowd that signs in waits for itself, and whoever only reads does
 * not wait for it. Each hash takes 19 MiB.
 */
const threads = threadsOf<Uint8Array | null>('./password-idle-worker.js', {
  maxThreads: Math.max(1, availableParallelism() - 1),
  niceIncrement: 19,
})
/** One of nearly ordinary priority for those who would wait too long on a machine that never rests. */
const urgent = threadsOf<Uint8Array>('./password-worker.js', { maxThreads: 1, niceIncrement: 5 })

/** Hashes a password into PHC form. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await run(password, salt, SETTINGS)
  return `$argon2id$v=19$m=${SETTINGS.memory},t=${SETTINGS.passes},p=${SETTINGS.parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

/** Compares in constant time; an unknown account compares with a hash of nothing, so that it takes as long. */
export async function verifyPassword(password: string, phc: string | undefined): Promise<boolean> {
  const known = parse(phc ?? (await nobody()))
  if (!known) return false
  const tag = await run(password, known.salt, known.settings)
  return timingSafeEqual(tag, known.tag) && phc !== undefined
}

/** Whether a hash was made with other settings than today's and should be made anew at sign-in. */
export function needsRehash(phc: string): boolean {
  const known = parse(phc)
  return !known || known.settings.memory !== SETTINGS.memory || known.settings.passes !== SETTINGS.passes
}

let hashOfNobody: Promise<string> | undefined
const nobody = () => {
  hashOfNobody ??= hashPassword(randomBytes(24).toString('base64url'))
  return hashOfNobody
}

interface Settings {
  memory: number
  passes: number
  parallelism: number
}

async function run(password: string, nonce: Buffer, settings: Settings): Promise<Buffer> {
  if (threads.queueSize + urgent.queueSize >= MOST_WAITING)
    throw new ApiError('unavailable', 'Very many people are signing in. Please try again in a few seconds.', {
      retryAfter: 5,
    })
  // Exact bytes, capped before the work: a longer one would only buy time on our threads.
  const message = Buffer.from(password, 'utf8').subarray(0, 1024)
  const derivation = { message, nonce, ...settings, tagLength: TAG_BYTES }
  const tag = await withPatience(
    (overtaken) => threads.run({ ...derivation, overtaken }),
    () => urgent.run(derivation),
    PATIENCE,
  )
  return Buffer.from(tag)
}

function parse(phc: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc)
  if (!match) return null
  const [, memory, passes, parallelism, salt = '', tag = ''] = match
  const settings = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const parsed = { settings, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') }
  return parsed.tag.length === TAG_BYTES ? parsed : null
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
