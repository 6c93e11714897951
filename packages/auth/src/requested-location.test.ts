import type { Role, Session } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import {
  checkRole,
  isConsolePath,
  requestedFrom,
  safeLocation,
  signinPath,
  withRequestedLocation,
} from './requested-location.ts'

const origin = 'https://flagyard.test'

test.each([
  '//e.com',
  '/\\e.com',
  '\\\\e.com',
  '/\t/e.com',
  '/\n/e.com',
  '\t//e.com',
  'https:e.com',
  'https://e.com/courses',
  'javascript:alert(1)',
  'data:text/html,x',
  '/%5ce.com',
  '/%5Ce.com',
  '/%2fe.com',
  '/.//e.com',
  '/x/..//e.com',
  '/./\\e.com',
  '',
  'courses',
  null,
  undefined,
  42,
])('the requested location %j is never followed', (raw) => {
  expect(safeLocation(raw, origin)).toBeNull()
})

test.each([
  '/dashboard',
  '/classroom/aws?section=1#notes',
  '/admin/users/mara',
  '/courses?search=a%2Fb',
  '/courses?next=//e.com',
])('a path of this site, %s, is followed unchanged', (path) => {
  expect(safeLocation(path, origin)).toBe(path)
})

test('the requested location is carried from one app to the other in the address', () => {
  const path = signinPath('/admin/aws_accounts?page=2', origin)
  expect(path).toBe('/signin?next=%2Fadmin%2Faws_accounts%3Fpage%3D2')
  expect(requestedFrom({ search: path.slice('/signin'.length), state: null }, origin)).toBe(
    '/admin/aws_accounts?page=2',
  )
})

test('a location with a fragment is carried in the fragment, because it may hold a code', () => {
  const path = withRequestedLocation('/signup', '/activate_voucher#code=ABC', origin)
  expect(path).toBe('/signup#next=%2Factivate_voucher%23code%3DABC')
  expect(requestedFrom({ search: '', fragment: '/activate_voucher#code=ABC', state: null }, origin)).toBe(
    '/activate_voucher#code=ABC',
  )
  expect(requestedFrom({ search: '', fragment: '//e.com#x', state: null }, origin)).toBeNull()
  expect(withRequestedLocation('/signup', '//e.com', origin)).toBe('/signup')
})

test("the router's state comes before the address, and is checked as strictly", () => {
  expect(requestedFrom({ search: '?next=/vouchers', state: { from: '/profile' } }, origin)).toBe('/profile')
  expect(requestedFrom({ search: '?next=/vouchers', state: { from: '//e.com' } }, origin)).toBe('/vouchers')
  expect(requestedFrom({ search: '?next=//e.com', state: null }, origin)).toBeNull()
})

test('a page that would only redirect again is never a requested location', () => {
  expect(signinPath('/signin?next=/x', origin)).toBe('/signin')
  expect(requestedFrom({ search: '?next=/unauthorized', state: null }, origin)).toBeNull()
})

test('only paths of the admin console leave the app', () => {
  expect(isConsolePath('/admin')).toBe(true)
  expect(isConsolePath('/admin?tab=1')).toBe(true)
  expect(isConsolePath('/admin/users')).toBe(true)
  expect(isConsolePath('/administrators')).toBe(false)
  expect(isConsolePath('/dashboard')).toBe(false)
})

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
