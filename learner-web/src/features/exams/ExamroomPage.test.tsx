import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'

test.each([
  ['/examroom/aws', 'Booking opens soon'],
  ['/feedback/aws', 'Course feedback opens soon'],
])('%s says what is not open yet, and leads on', async (address, title) => {
  await open(address, { as: sessionOf() })
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  const main = page.getByRole('main')
  await expect.element(main.getByRole('link', { name: 'Go to your dashboard' })).toHaveAttribute('href', '/dashboard')
  await expect.element(main.getByRole('link', { name: /us/ })).toHaveAttribute('href', '/contact')
})
