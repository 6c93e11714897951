import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Each purpose has its own key, derived from SECRET_KEY. */
export type Purpose =
  | 'access-token'
  | 'video-url'
  | 'free-lesson-receipt'
  | 'dynamic-flag'
  | 'flag-compare'
  | 'flag-fingerprint'
  | 'credentials'
  | 'session-successor'
  | 'session-secret'
  | 'idempotent-reply'
  | 'factor'
  | 'signing-key'
  | 'exam-record'
  | 'simulated-console'
  | 'simulated-world'
  | 'rehearsal'
  | 'exam-room-code'
  | 'webhook-secret'
  | 'terraform-state'
  | 'key-check'
  | 'backup-fingerprint'
  | 'backup-seal'

export interface Secrets {
  key(purpose: Purpose): Buffer
  /** Encrypts for one row: text sealed for one row cannot be opened for another. */
  seal(purpose: Purpose, rowId: string, text: string): string
  /** Throws if the text was sealed for another purpose or row, or was changed. */
  open(purpose: Purpose, rowId: string, sealed: string): string
  hmac(purpose: Purpose, value: string): Buffer
  /** Constant-time comparison of any two texts: both are hashed to the same length first. */
  equal(purpose: Purpose, a: string, b: string): boolean
}

export function createSecrets(secretKey: string): Secrets {
  const keys = new Map<Purpose, Buffer>()
  const key = (purpose: Purpose) => {
    const cached = keys.get(purpose)
    if (cached) return cached
    const derived = Buffer.from(hkdfSync('sha256', secretKey, 'flagyard', purpose, 32))
    keys.set(purpose, derived)
    return derived
  }
  // Hashing is five times as fast with a key object as with its bytes.
  const keyObjects = new Map<Purpose, KeyObject>()
  const keyObject = (purpose: Purpose) => {
    const cached = keyObjects.get(purpose)
    if (cached) return cached
    const made = createSecretKey(key(purpose))
    keyObjects.set(purpose, made)
    return made
  }
  const hmac = (purpose: Purpose, value: string) => createHmac('sha256', keyObject(purpose)).update(value).digest()
  return {
    key,
    hmac,
    equal: (purpose, a, b) => timingSafeEqual(hmac(purpose, a), hmac(purpose, b)),
    seal(purpose, rowId, text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key(purpose), iv).setAAD(Buffer.from(rowId))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
    },
    open(purpose, rowId, sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key(purpose), bytes.subarray(0, 12), FULL_AUTH_TAG)
      decipher.setAAD(Buffer.from(rowId)).setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

/** Without it, Node accepts a tag truncated to four bytes, which can be guessed. */
const FULL_AUTH_TAG = { authTagLength: 16 }

export const randomToken = (bytes = 32) => randomBytes(bytes).toString('base64url')

/** The form in which a token is stored: enough to find it, useless to anyone who reads the table. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')
