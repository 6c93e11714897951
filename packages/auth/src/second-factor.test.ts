import type { SecondFactor } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { hasSecondFactor, proofPayload } from './second-factor.ts'

const since = '2027-03-01T09:00:00.000Z'
const none: SecondFactor = { totp: null, passkeys: [], recovery_codes_left: 0, required: false }
const app: SecondFactor = { ...none, totp: { since, last_used_at: null } }
const passkey: SecondFactor = { ...none, passkeys: [{ id: 'p', name: 'Laptop', since, last_used_at: null }] }

test('an app or a passkey is a second factor', () => {
  expect([none, app, passkey].map(hasSecondFactor)).toEqual([false, true, true])
})

test('an empty code is not sent', () => {
  const values = new FormData()
  values.set('current_password', 'correct horse')
  expect(proofPayload(values)).toEqual({ current_password: 'correct horse' })
  values.set('code', ' 123456 ')
  expect(proofPayload(values)).toEqual({ current_password: 'correct horse', code: '123456' })
})
