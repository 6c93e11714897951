import type { Role, Session } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { decideAccess } from './access.ts'

const as = (...roles: Role[]) => ({ access_token: 't', user: { roles } }) as unknown as Session

test('nobody signed in is sent to sign in', () => {
  expect(decideAccess(null, ['user'])).toBe('/signin')
})

test('an account without any of the allowed roles is unauthorized', () => {
  expect(decideAccess(as('user'), ['admin'])).toBe('/unauthorized')
  expect(decideAccess(as(), ['user', 'admin'])).toBe('/unauthorized')
})

test('one matching role is enough', () => {
  expect(decideAccess(as('user', 'admin'), ['admin'])).toBe('granted')
  expect(decideAccess(as('user'), ['admin', 'user'])).toBe('granted')
})
