import type { Role, Session } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { checkRole } from './role-guard.ts'

const as = (...roles: Role[]) => ({ access_token: 't', user: { roles } }) as unknown as Session

test('a visitor without a session is sent to sign in', () => {
  expect(checkRole(null, ['user'])).toBe('/signin')
})

test('an account without any of the allowed roles is unauthorized', () => {
  expect(checkRole(as('user'), ['admin'])).toBe('/unauthorized')
  expect(checkRole(as(), ['user', 'admin'])).toBe('/unauthorized')
})

test('one matching role is enough', () => {
  expect(checkRole(as('user', 'admin'), ['admin'])).toBe('granted')
  expect(checkRole(as('user'), ['admin', 'user'])).toBe('granted')
})
