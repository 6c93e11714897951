import { createSession } from '@flagyard/auth'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { sessionOf } from '../../test/app.tsx'

test('guarded screens wait behind a loading indicator until the one silent refresh has ended', async () => {
  let answer: (session: ReturnType<typeof sessionOf> | null) => void = () => {}
  const refresh = vi.fn(() => new Promise<ReturnType<typeof sessionOf> | null>((resolve) => (answer = resolve)))
  const own = createSession({ refresh, signOut: async () => undefined })
  vi.doMock('../lib/session.ts', async () => {
    const { useAtomValue } = await import('jotai')
    return { session: own, useSessionStarted: () => useAtomValue(own.startedAtom) }
  })
  const { SessionGate } = await import('./SessionGate.tsx')
  await render(<SessionGate>The guarded screen</SessionGate>)
  await expect.element(page.getByTestId('spinner')).toBeInTheDocument()
  await vi.waitFor(() => expect(refresh).toHaveBeenCalledTimes(1))
  expect(document.body.textContent).not.toContain('The guarded screen')
  answer(null)
  await expect.element(page.getByText('The guarded screen')).toBeVisible()
  expect(refresh).toHaveBeenCalledTimes(1)
  own.dispose()
})
