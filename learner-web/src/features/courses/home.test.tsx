import type { HomePage, ShownBlock } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'
import { expectAccessible } from '../../../test/axe.ts'
import { card } from '../../../test/course-card.ts'
import { setOffers } from '../../../test/legal.ts'

const hero: Extract<ShownBlock, { kind: 'hero' }> = {
  ...{ kind: 'hero', title: 'Welcome to Northwind', text: 'Courses for AWS.', free_lesson: true, clouds: 1 },
  lab: { title: 'A door', cloud: 'aws', duration_minutes: 60 },
}
const home = (...blocks: ShownBlock[]): HomePage => ({ blocks })
const all = home(
  { kind: 'text', title: 'Who we are', text: 'We **teach**.' },
  hero,
  { kind: 'courses', title: 'Featured', courses: [card('aws', 'AWS Foundations')] },
  { kind: 'steps', title: 'How it works', steps: [{ title: 'Prove it', text: 'Book an exam.' }] },
  { kind: 'quotes', title: 'Quotes', quotes: [{ text: 'Great', name: null, course: 'AWS Foundations', slug: 'aws' }] },
  { kind: 'faqs', title: 'Questions', questions: [{ question: 'Is it real?', answer: 'Yes.' }] },
)

test('shows the blocks in the order of the owner', async () => {
  await open('/', { answers: { getHomePage: all } })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Welcome to Northwind' })).toBeVisible()
  const titles = page
    .getByRole('main')
    .getByRole('heading')
    .elements()
    .map(({ textContent }) => textContent)
  expect(
    titles.filter((title) => ['Who we are', 'Featured', 'How it works', 'Quotes', 'Questions'].includes(title ?? '')),
  ).toEqual(['Who we are', 'Featured', 'How it works', 'Quotes', 'Questions'])
  await expect.element(page.getByText('teach')).toBeVisible()
  await expect.element(page.getByRole('figure', { name: 'How a lab starts' }).getByText('A door')).toBeVisible()
  await page.getByText('Is it real?').click()
  await expect.element(page.getByText('Yes.')).toBeVisible()
  await expectAccessible()
})

test('offers a free lesson and a picture of a lab only where there is one', async () => {
  setOffers()
  const { unmount } = await open('/', { answers: { getHomePage: home({ ...hero, free_lesson: false, lab: null }) } })
  await expect.element(page.getByRole('link', { name: 'Browse courses' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Watch a free lesson' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('figure')).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('banner').getByRole('link', { name: 'Sign up' }))
    .toHaveAttribute('href', '/signup')
  await unmount()
  await open('/', { answers: { getHomePage: home(hero) } })
  await expect.element(page.getByRole('link', { name: 'Watch a free lesson' })).toBeVisible()
})

test('signed-in learners continue, and an empty catalogue says that courses will follow', async () => {
  const getHomePage = home(hero, { kind: 'courses', title: 'Courses', courses: [] })
  await open('/', { as: sessionOf(), answers: { getHomePage } })
  await expect.element(page.getByRole('link', { name: 'Continue learning' })).toBeVisible()
  await expect.element(page.getByText('The first courses are on their way')).toBeVisible()
})

test('a page without a welcome block still has a heading', async () => {
  await open('/', { answers: { getHomePage: home({ kind: 'text', title: 'Who we are', text: 'We teach.' }) } })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 2, name: 'Who we are' })).toBeVisible()
})
