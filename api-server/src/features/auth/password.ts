import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** One of the three settings that ASVS 5.0 appendix C approves; runs on the thread pool, never on the main thread. */
const SETTINGS = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32
/** Hashes at work at once: each takes 19 MiB and a thread, and public reads must stay quick meanwhile. */
const MOST_AT_ONCE = 2

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

async function run(password: string, salt: Buffer, { memory, passes, parallelism }: Settings): Promise<Buffer> {
  await turn()
  try {
    return await derive('argon2id', {
      // Exact bytes, capped before the work: a longer one would only buy time on our threads.
      message: Buffer.from(password, 'utf8').subarray(0, 1024),
      nonce: salt,
      parallelism,
      memory,
      passes,
      tagLength: TAG_BYTES,
    })
  } finally {
    done()
  }
}

let running = 0
const waiting: (() => void)[] = []

async function turn() {
  if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
}

function done() {
  running--
  waiting.shift()?.()
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
