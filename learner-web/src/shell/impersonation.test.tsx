import { readImpersonationCode } from '@flagyard/auth'
import { expect, test, vi } from 'vitest'
import { open, sessionOf } from '../../test/app.tsx'
import { session } from '../lib/session.ts'

const until = new Date(Date.now() + 30 * 60_000)
const seen = { ...sessionOf(), see_as: { by: 'ada', until: until.toISOString() } }
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(until)

test('every page says whose eyes these are and until when', async () => {
  const { getByRole } = await open('/', { as: seen })
  const bar = getByRole('complementary', { name: 'Seen by an administrator' })
  await expect.element(bar).toHaveTextContent(`You see this as ${seen.user.username}, read-only, until ${time}End`)
})

test('a learner at home sees no bar', async () => {
  const { getByRole } = await open('/', { as: sessionOf() })
  await expect.element(getByRole('complementary', { name: 'Seen by an administrator' })).not.toBeInTheDocument()
})

test('it ends with its hour', async () => {
  const soon = { ...seen, see_as: { by: 'ada', until: new Date(Date.now() + 50).toISOString() } }
  await open('/', { as: soon })
  await vi.waitFor(() => expect(session.get()).toBeNull())
})

test('the code is taken out of the address before anything else can keep it', () => {
  const before = location.href
  history.replaceState(null, '', '/courses?x=1#see_as=the-code_1')
  expect(readImpersonationCode()).toBe('the-code_1')
  expect(location.pathname + location.search + location.hash).toBe('/courses?x=1')
  expect(readImpersonationCode()).toBeNull()
  history.replaceState(null, '', before)
})
