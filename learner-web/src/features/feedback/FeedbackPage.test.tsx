import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'

test('the room of a course’s feedback says what is not open yet, and leads on', async () => {
  await open('/feedback/aws', { as: sessionOf() })
  await expect.element(page.getByRole('heading', { name: 'Course feedback opens soon' })).toBeVisible()
  const main = page.getByRole('main')
  await expect.element(main.getByRole('link', { name: 'Go to your dashboard' })).toHaveAttribute('href', '/dashboard')
  await expect.element(main.getByRole('link', { name: /us/ })).toHaveAttribute('href', '/contact')
})
