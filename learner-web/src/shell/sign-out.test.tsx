import { expect, onTestFinished, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { open, sessionOf } from '../../test/app.tsx'

// In a separate file, because the code of the home page must not be loaded yet.
test('who signs out of a guarded screen on a slow device is led home, and the next to sign in not back to that screen', async () => {
  const { path } = await open('/vouchers', {
    as: sessionOf(),
    answers: { signout: null, listMyVouchers: [], listCourses: [] },
  })
  await page.getByRole('button', { name: /Your account/ }).click()
  await cdp().send('Emulation.setCPUThrottlingRate', { rate: 10 })
  onTestFinished(async () => void (await cdp().send('Emulation.setCPUThrottlingRate', { rate: 1 })))
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect.element(page.getByText('You are signed out.')).toBeVisible()
  expect(path()).toBe('/')
  expect(history.state.usr).toBeNull()
})
