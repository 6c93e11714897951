import type { Bundle } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'

const price = (amount: number) => ({ amount, currency: 'EUR' })
const bundle: Bundle = {
  slug: 'identity',
  title: 'Identity first',
  description: 'Two courses.',
  price: price(49900),
  status: 'published',
  courses: [
    { slug: 'aws', title: 'AWS Foundations', subtitle: '', level: 'beginner', price: price(24900), access_days: null },
    { slug: 'azure', title: 'Azure Paths', subtitle: '', level: 'advanced', price: price(34900), access_days: 365 },
  ],
}

test('a visitor sees the price of a bundle and what it saves', async () => {
  await open('/bundles', { answers: { listBundles: [bundle] } })
  await expect.element(page.getByText('€499')).toBeVisible()
  await expect.element(page.getByText('You save €99')).toBeVisible()
})

test('an owner of one of the courses sees the reduced price of the bundle, and why, before the checkout', async () => {
  const mine = { slug: 'identity', owned: ['aws'], price: price(29122) }
  await open('/bundles', { as: sessionOf(), answers: { listBundles: [bundle], listMyBundles: [mine] } })
  await expect.element(page.getByText('instead of €499: you own 1 of 2')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Buy for €291.22' })).toBeVisible()
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'AWS Foundations' }).getByText('Yours'))
    .toBeVisible()
})

test('a bundle of which everything is mine is not offered again', async () => {
  const mine = { slug: 'identity', owned: ['aws', 'azure'], price: price(49900) }
  await open('/bundles', { as: sessionOf(), answers: { listBundles: [bundle], listMyBundles: [mine] } })
  await expect.element(page.getByRole('main').getByRole('link', { name: 'Go to your dashboard' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Buy for €/ })).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('link', { name: 'Buy for my team' }))
    .toHaveAttribute('href', '/buy/bundle/identity?for=others')
})

test('on a phone the cover shows its flag whole', async () => {
  await page.viewport(390, 844)
  await open('/bundles', { answers: { listBundles: [bundle] } })
  await expect.element(page.getByRole('heading', { name: 'Identity first' })).toBeVisible()
  const cover = [...document.querySelectorAll('article svg')].find((svg) => svg.getBoundingClientRect().height > 100)
  const flag = [...(cover?.querySelectorAll('path') ?? [])].at(-1)?.getBoundingClientRect()
  const box = cover?.getBoundingClientRect()
  expect(flag && box && flag.top >= box.top && flag.bottom <= box.bottom).toBe(true)
  await page.viewport(1280, 800)
})
