import type { SecondFactor } from '@flagyard/api-types'

export function hasSecondFactor({ totp, passkeys }: SecondFactor): boolean {
  return totp !== null || passkeys.length > 0
}

/** Labels of the identity proof fields. A screen may have several: `purpose` distinguishes them, such as `to add a passkey`. */
export function proofTexts(factor: SecondFactor | undefined, purpose: string) {
  const sources = factor?.totp ? 'from your app, or a recovery code' : ''
  const instead = factor?.passkeys.length ? 'Instead of a passkey' : ''
  return {
    password: `Enter your password ${purpose}`,
    code: `Enter a ${factor?.totp ? 'code' : 'recovery code'} ${purpose}`,
    codeHint: [instead, sources].filter(Boolean).join(': '),
    passkey: `Use a passkey ${purpose}`,
    passkeyButton: 'Use a passkey',
    passkeyDone: 'Your passkey was accepted.',
  }
}

/** The form fields `current_password` and `code`, as the operations expect them. */
export function proofPayload(values: FormData): { current_password: string; code?: string } {
  const code = String(values.get('code') ?? '').trim()
  return { current_password: String(values.get('current_password') ?? ''), ...(code && { code }) }
}
