import { readImpersonationCode } from '@flagyard/auth'
import { expect, test, vi } from 'vitest'
import { open, sessionOf } from '../../test/app.tsx'
import { session } from '../lib/session.ts'

const until = new Date(Date.now() + 30 * 60_000)
const seen = { ...sessionOf(), impersonation: { by: 'ada', until: until.toISOString() } }
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(until)

test('during an impersonation every page says as whom it is viewed and until when', async () => {
  const { getByRole } = await open('/', { as: seen })
  const bar = getByRole('complementary', { name: 'Viewing as a learner' })
  await expect
    .element(bar)
    .toHaveTextContent(`You are viewing this as ${seen.user.username}, read-only, until ${time}End`)
})

test('a learner sees no impersonation bar', async () => {
  const { getByRole } = await open('/', { as: sessionOf() })
  await expect.element(getByRole('complementary', { name: 'Viewing as a learner' })).not.toBeInTheDocument()
})

test('an impersonation ends when its time is over', async () => {
  const soon = { ...seen, impersonation: { by: 'ada', until: new Date(Date.now() + 50).toISOString() } }
  await open('/', { as: soon })
  await vi.waitFor(() => expect(session.get()).toBeNull())
})

test('the impersonation code is removed from the address when it is read', () => {
  const before = location.href
  history.replaceState(null, '', '/courses?x=1#impersonation=the-code_1')
  expect(readImpersonationCode()).toBe('the-code_1')
  expect(location.pathname + location.search + location.hash).toBe('/courses?x=1')
  expect(readImpersonationCode()).toBeNull()
  history.replaceState(null, '', before)
})
