import { ApiError, type CourseCard } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'

const card = (slug: string, title: string, more: Partial<CourseCard> = {}): CourseCard => ({
  slug,
  title,
  subtitle: 'A subtitle',
  level: 'beginner',
  language: 'en',
  clouds: ['aws'],
  tags: [],
  price: { amount: 14900, currency: 'EUR' },
  estimated_hours: 9,
  lessons: 14,
  labs: 5,
  status: 'published',
  ...more,
})
const answers = {
  listCourses: [
    card('aws', 'AWS Foundations', { tags: ['Identité'] }),
    card('azure', 'Azure Paths', { clouds: ['azure'], level: 'advanced' }),
    card('gcp', 'Google Offense', { clouds: ['gcp'], language: 'es' }),
  ],
  listLabs: [
    {
      slug: 'role',
      title: 'The wrong role',
      difficulty: 'beginner',
      cloud: 'aws',
      price: { amount: 2900, currency: 'EUR' },
      duration_minutes: 120,
      flags: 3,
    },
  ],
  listPublicExams: [
    {
      slug: 'expert',
      title: 'AWS Expert',
      cloud: 'aws',
      price: { amount: 19900, currency: 'EUR' },
      duration_minutes: 1440,
      passing_points: 70,
      attempts: 2,
      course: 'aws',
      bookable: false,
    },
  ],
  getLab: {
    slug: 'role',
    title: 'The wrong role',
    difficulty: 'beginner',
    cloud: 'aws',
    price: { amount: 2900, currency: 'EUR' },
    duration_minutes: 120,
    flags: 3,
    description: 'Find who **trusts** it.',
    extensions: 2,
    resets: 3,
    access_days: 30,
  },
}
const titles = () => [...document.querySelectorAll('article h3')].map((title) => title.textContent)

test('filters are read from the address and written to it', async () => {
  const { path } = await open('/courses?level=advanced', { answers })
  await expect.poll(titles).toEqual(['Azure Paths'])
  await page.getByLabelText('Level').selectOptions('')
  await page.getByLabelText('Language').selectOptions('es')
  await expect.poll(titles).toEqual(['Google Offense'])
  expect(path()).toBe('/courses?language=es')
})

test('the search ignores case and accents', async () => {
  await open('/courses', { answers })
  await page.getByLabelText('Search').fill('IDENTITE aws')
  await expect.poll(titles).toEqual(['AWS Foundations'])
})

test('a search without a result offers to clear the filters', async () => {
  await open('/courses?cloud=gcp&level=advanced', { answers })
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect.poll(() => titles().length).toBe(3)
})

test('?lab=slug opens the description of that lab, and closing it removes the parameter', async () => {
  const { path } = await open('/courses?lab=role', { answers })
  await expect.element(page.getByRole('dialog', { name: 'The wrong role' })).toBeVisible()
  await expect.element(page.getByText('trusts')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect.poll(path).toBe('/courses')
})

test('a catalogue that could not be loaded says so, with a button to try again', async () => {
  await open('/courses', {
    answers: { ...answers, listCourses: new ApiError('unexpected', 'Something went wrong on our side') },
  })
  await expect.element(page.getByText('Something went wrong on our side')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('an exam whose booking opens soon is shown with its rules, and offers nothing to buy', async () => {
  const [exam] = answers.listPublicExams
  await open('/courses', {
    as: sessionOf(),
    answers: { ...answers, getExam: { ...exam, description: 'A day.', rules: 'Alone.', flags: 5, total_points: 100 } },
  })
  await expect.element(page.getByText('Booking opens soon')).toBeVisible()
  await page.getByRole('link', { name: 'AWS Expert' }).click()
  const dialog = page.getByRole('dialog', { name: 'AWS Expert' })
  await expect.element(dialog.getByText('Booking opens soon.')).toBeVisible()
  await expect.element(dialog.getByText('Alone.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: /buy/i })).not.toBeInTheDocument()
})
