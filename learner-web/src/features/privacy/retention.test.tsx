import { ApiError } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../../../test/app.tsx'

const summary = page.getByText('Every kind of data, and how long we keep it')

const rules = [
  { what: 'An archive of your data', days: 7, since: 'after it was created', why: 'So that you can download it.' },
  { what: 'Whom an order was for', days: 730, since: 'after it was paid', why: 'To answer questions.' },
  { what: 'Paid orders', days: null, since: 'forever', why: 'Tax law requires it.' },
]

test('the privacy page lists every kind of data with its days, once somebody opens the list', async () => {
  const { asked } = await open('/privacy', { answers: { listRetention: rules } })
  await expect.element(summary).toBeVisible()
  expect(asked.some(({ call }) => call === 'listRetention')).toBe(false)
  await summary.click()
  await expect.element(page.getByText('An archive of your data: 7 days after it was created')).toBeVisible()
  await expect.element(page.getByText('Whom an order was for: 2 years after it was paid')).toBeVisible()
  await expect.element(page.getByText('Paid orders: forever')).toBeVisible()
})

test('a list that cannot be loaded says so, and is tried again', async () => {
  const answers = [new ApiError('not_found', 'Nothing was found.'), rules]
  await open('/privacy', { answers: { listRetention: () => answers.shift() } })
  await summary.click()
  await expect.element(page.getByText(/Nothing was found\./)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Paid orders: forever')).toBeVisible()
})
