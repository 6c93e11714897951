import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

interface Ceremony {
  challenge: string
  rpId: string
  origin: string
  /** What it says it has signed so far; by itself it counts up. */
  counter?: number
  /** Whether it verified its owner, by a finger or a PIN; it did unless this is false. */
  verified?: boolean
}

/** An authenticator in software: one ES256 key that says of itself and its surroundings whatever a test wants. */
export function createAuthenticator(id = randomBytes(32)) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let signed = 0
  return {
    id: id.toString('base64url'),
    /** Answers what `setUpPasskey` asked. */
    create({ challenge, rpId, origin, counter = 0 }: Ceremony) {
      const attested = Buffer.concat([Buffer.alloc(16), twoBytes(id.length), id, coseKey(x, y)])
      const authData = Buffer.concat([authenticatorData(rpId, PRESENT | VERIFIED | ATTESTED, counter), attested])
      return {
        id: id.toString('base64url'),
        clientDataJSON: clientData('webauthn.create', challenge, origin),
        attestationObject: attestation(authData).toString('base64url'),
        transports: ['internal'],
      }
    },
    /** Answers what `startPasskeyAuthentication`, `startSigninPasskey` or `startPasskeySignin` asked. */
    get({ challenge, rpId, origin, counter, verified = true }: Ceremony) {
      signed = counter ?? signed + 1
      const authData = authenticatorData(rpId, verified ? PRESENT | VERIFIED : PRESENT, signed)
      const clientDataJSON = clientData('webauthn.get', challenge, origin)
      const hash = sha256(Buffer.from(clientDataJSON, 'base64url'))
      return {
        id: id.toString('base64url'),
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authData, hash]), privateKey).toString('base64url'),
      }
    },
  }
}

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')

function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
}

/** The CBOR map {1: 2, 3: -7, -1: 1, -2: x, -3: y}: an ES256 key on P-256. */
const coseKey = (x: string, y: string) =>
  Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ])

/** The CBOR map {fmt: 'none', attStmt: {}, authData}. */
const attestation = (authData: Buffer) =>
  Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    Buffer.from([0x59]),
    twoBytes(authData.length),
    authData,
  ])

function twoBytes(length: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(length)
  return bytes
}
