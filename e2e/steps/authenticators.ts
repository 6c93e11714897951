import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Call } from '../support/fixtures.ts'
import { ACCOUNT_PASSWORD } from './auth.ts'

/** The code that an authenticator app shows for a key, so many seconds from now (RFC 6238). */
export function totpCode(key: string, ahead = 0): string {
  const bits = [...key].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor((Date.now() / 1000 + ahead) / 30)))
  const mac = createHmac('sha1', Buffer.from(bytes)).update(step).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Sets up an authenticator app for an account that a test has created. Returns its key. */
export async function setUpAuthenticator(call: Call): Promise<string> {
  const { key } = await call('POST', '/auth/factors/totp', { current_password: ACCOUNT_PASSWORD })
  await call('POST', '/auth/factors/totp/confirm', { code: totpCode(key) })
  return key
}

/** Chromium's virtual authenticator: a device that holds passkeys and confirms every request. */
export async function addVirtualAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Removes the device with its passkeys. */
    remove: () => cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  }
}
