import type { SecondFactor } from '@flagyard/api-types'

export function hasSecondFactor({ totp, passkeys }: SecondFactor): boolean {
  return totp !== null || passkeys.length > 0
}

/** The form fields `current_password` and `code`, as the operations expect them. */
export function proofPayload(values: FormData): { current_password: string; code?: string } {
  const code = String(values.get('code') ?? '').trim()
  return { current_password: String(values.get('current_password') ?? ''), ...(code && { code }) }
}
