import { readImpersonationCode } from '@flagyard/auth'
import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { open, sessionOf } from '../../test/app.tsx'
import { findImpersonated, rememberImpersonation, session } from '../lib/session.ts'
import ImpersonationEnded from './ImpersonationEnded.tsx'

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

test('a tab that saw as a learner says that it no longer does, and is one’s own only when one says so', async () => {
  onTestFinished(() => sessionStorage.clear())
  rememberImpersonation('jon')
  const reload = vi.fn()
  const { getByRole } = await render(<ImpersonationEnded reload={reload} />)
  await expect.element(getByRole('heading', { level: 1, name: 'You are no longer viewing as jon' })).toBeInTheDocument()
  await expect
    .element(getByRole('link', { name: 'Back to jon in the console' }))
    .toHaveAttribute('href', '/admin/users/jon')
  expect(reload).not.toHaveBeenCalled()
  await getByRole('button', { name: 'Continue as yourself' }).click()
  expect([findImpersonated(), reload.mock.calls.length]).toEqual([null, 1])
})
