import { generateSecret, generateURI, verifySync } from 'otplib/functional'

/** A new TOTP key: as text, as an otpauth URI, and as a QR code of the URI. */
export async function newTotpKey(username: string) {
  const key = generateSecret()
  const uri = generateURI({ issuer: 'Flagyard', label: username, secret: key })
  const { default: QRCode } = await import('qrcode')
  const svg = await QRCode.toString(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
  return { key, uri, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
}

/** The 30-second time step of the code, allowing one step of clock drift either way; null for a wrong code. */
export function stepOf(key: string, code: string, now: Date): number | null {
  const epoch = Math.floor(now.getTime() / 1000)
  const result = verifySync({ secret: key, token: code, epoch, epochTolerance: 30 })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
