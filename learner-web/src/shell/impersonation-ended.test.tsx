import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { findImpersonated, rememberImpersonation } from '../lib/impersonation-tab.ts'
import ImpersonationEnded from './ImpersonationEnded.tsx'

test('a tab that saw as a learner says that it no longer does, and is one’s own only when one says so', async () => {
  onTestFinished(() => sessionStorage.clear())
  rememberImpersonation('jon')
  const reload = vi.fn()
  const { getByRole } = await render(<ImpersonationEnded reload={reload} />)
  await expect.element(getByRole('heading', { level: 1, name: 'You no longer see this as jon' })).toBeInTheDocument()
  await expect
    .element(getByRole('link', { name: 'Back to jon in the console' }))
    .toHaveAttribute('href', '/admin/users/jon')
  expect(reload).not.toHaveBeenCalled()
  await getByRole('button', { name: 'Continue as yourself' }).click()
  expect([findImpersonated(), reload.mock.calls.length]).toEqual([null, 1])
})
