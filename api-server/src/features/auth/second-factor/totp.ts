import { generateSecret, generateURI, verifySync } from 'otplib/functional'
import QRCode from 'qrcode'

/** A key for an authenticator app, as text, as the address that apps know, and as a picture of that address. */
export async function newTotpKey(username: string) {
  const key = generateSecret()
  const uri = generateURI({ issuer: 'Flagyard', label: username, secret: key })
  const svg = await QRCode.toString(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
  return { key, uri, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
}

/** The 30-second step whose code this is, one step of drift to either side allowed; null when it is none. */
export function stepOf(key: string, code: string, now: Date): number | null {
  const epoch = Math.floor(now.getTime() / 1000)
  const result = verifySync({ secret: key, token: code, epoch, epochTolerance: 30 })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
