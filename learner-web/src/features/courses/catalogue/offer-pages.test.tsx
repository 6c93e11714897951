import { ApiError, type PublicExam, type PublicLab } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, open, sessionOf } from '../../../../test/app.tsx'
import { myExam, myLab } from '../../../../test/classroom.ts'
import { card } from '../../../../test/course-card.ts'

const lab: PublicLab = {
  slug: 'role',
  title: 'The wrong role',
  difficulty: 'beginner',
  cloud: 'aws',
  price: { amount: 2900, currency: 'EUR' },
  duration_minutes: 120,
  flags: 3,
  points: 60,
  description: 'Find who **trusts** it.',
  extensions: 2,
  extension_minutes: 30,
  resets: 3,
  access_days: 30,
  asks_for: ['Your address'],
  downloads: 1,
  courses: ['aws'],
  rehearsal: null,
}
const exam: PublicExam = {
  slug: 'expert',
  title: 'AWS Expert',
  cloud: 'aws',
  price: { amount: 19900, currency: 'EUR' },
  duration_minutes: 1440,
  passing_points: 70,
  attempts: 2,
  course: 'aws',
  bookable: true,
  description: 'A day.',
  rules: 'Alone.',
  flags: 5,
  total_points: 100,
  cooldown_days: [14],
  reschedules: 2,
  reschedule_until_hours: 24,
  resets: 3,
  certificate_title: 'AWS Expert',
  certificate_months: 36,
}
const answers: Answers = {
  listCourses: [card('aws', 'AWS Foundations'), card('gcp', 'Google Offence')],
  listLabs: [lab],
  listPublicExams: [exam],
  listBundles: [
    {
      slug: 'all',
      title: 'All clouds',
      description: '',
      price: { amount: 49900, currency: 'EUR' },
      status: 'published',
      courses: [
        {
          slug: 'aws',
          title: 'AWS Foundations',
          subtitle: '',
          level: 'beginner',
          price: { amount: 14900, currency: 'EUR' },
          access_days: null,
        },
      ],
    },
  ],
  getLab: lab,
  getExam: exam,
}
const heading = (name: string, level = 1) => page.getByRole('heading', { name, level })

test('a lab has a page: what one gets, what it asks for, its price, and the course and bundle it belongs to', async () => {
  await open('/courses?lab=role', { answers })
  await expect.element(heading('The wrong role')).toBeVisible()
  expect(document.title).toBe('The wrong role · Flagyard')
  await expect.element(page.getByText('trusts')).toBeVisible()
  await expect.element(page.getByText('3 flags to find, worth 60 points')).toBeVisible()
  await expect
    .element(page.getByText('For 2 h, an AWS account of your own, wiped before the next learner'))
    .toBeVisible()
  await expect.element(page.getByText('The lab asks you for: Your address')).toBeVisible()
  await expect.element(page.getByRole('figure', { name: 'How a lab starts' }).getByText('The wrong role')).toBeVisible()
  await expect.element(page.getByText('€29 incl. VAT', { exact: true })).toBeVisible()
  const next = encodeURIComponent('/courses?lab=role')
  await expect
    .element(page.getByRole('link', { name: 'Sign in to buy' }))
    .toHaveAttribute('href', `/signin?next=${next}`)
  await expect.element(page.getByRole('link', { name: 'AWS Foundations' })).toHaveAttribute('href', '/courses/aws')
  await expect.element(page.getByRole('link', { name: 'Google Offence' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'All clouds' })).toHaveAttribute('href', '/bundles')
})

test('a lab that can be rehearsed for nothing says so on its page', async () => {
  const rehearsal = { course: 'aws', section: 'identity', lesson: 'role' }
  await open('/courses?lab=role', { answers: { ...answers, getLab: { ...lab, rehearsal } } })
  await expect
    .element(page.getByRole('link', { name: 'Free rehearsal · 45 min' }))
    .toHaveAttribute('href', '/courses/aws?section=identity&lesson=role')
})

test('an exam has a page: how it goes, its rules, its price, and the course that prepares for it', async () => {
  await open('/courses?exam=expert', { answers })
  await expect.element(heading('AWS Expert')).toBeVisible()
  expect(document.title).toBe('AWS Expert · Flagyard')
  for (const text of [
    '24 h in an AWS account of your own: 5 flags, 100 points',
    'You pass with 70 points',
    '2 attempts for one price, with at least 14 days after the first',
    'You can move your date 2 times, until 24 hours before it',
    'Alone.',
    '€199 incl. VAT',
    'Certificate: AWS Expert',
  ])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'AWS Foundations' })).toHaveAttribute('href', '/courses/aws')
})

test('an exam whose booking opens soon says so with its price, and offers nothing to buy', async () => {
  await open('/courses?exam=expert', {
    as: sessionOf(),
    answers: { ...answers, getExam: { ...exam, bookable: false } },
  })
  await expect.element(page.getByText('Its price will be €199.', { exact: false })).toBeVisible()
  expect(document.querySelector('a[href*="/buy/exam"]')).toBeNull()
})

test('a lab that is not sold by itself says that it comes with its course', async () => {
  await open('/courses?lab=role', { answers: { ...answers, getLab: { ...lab, price: null } } })
  await expect.element(page.getByText('It comes with its course.', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Sign in to buy' })).not.toBeInTheDocument()
})

test('the link back keeps the filters of the catalogue, and the page takes the focus', async () => {
  const { path } = await open('/courses?cloud=aws&type=labs', { answers })
  await page.getByRole('link', { name: 'The wrong role' }).click()
  await expect.element(heading('The wrong role')).toBeVisible()
  expect(path()).toBe('/courses?cloud=aws&type=labs&lab=role')
  await expect.poll(() => document.activeElement?.id).toBe('main')
  await page.getByRole('link', { name: 'Courses, labs and exams' }).click()
  await expect.poll(path).toBe('/courses?cloud=aws&type=labs')
  await expect.element(page.getByRole('radio', { name: 'Labs 1' })).toBeChecked()
})

test.each([
  ['/courses?lab=nothing', { getLab: new ApiError('not_found', 'There is no such lab.') }],
  ['/courses?exam=nothing', { getExam: new ApiError('not_found', 'There is no such exam.') }],
])('%s shows the not-found screen', async (address, failing) => {
  await open(address, { answers: { ...answers, ...failing } })
  await expect.element(heading('Page not found')).toBeVisible()
  await expect.element(page.getByText(address)).toBeVisible()
})

test('a lab that could not be loaded says so, with a button to try again', async () => {
  await open('/courses?lab=role', { answers: { ...answers, getLab: new ApiError('unexpected', 'Our fault') } })
  await expect.element(page.getByText('Our fault')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

const mine = {
  listMyCourses: [],
  listMyLabs: [myLab(null, { slug: 'role', title: 'The wrong role' })],
  listMyExams: [myExam({ slug: 'expert' })],
}

test('an owner of a lab in a course gets a link to it instead of an offer', async () => {
  await open('/courses?lab=role', { as: sessionOf(), answers: { ...answers, ...mine } })
  await expect.element(page.getByText('This lab is part of one of your courses.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Go to the lab' }))
    .toHaveAttribute('href', '/classroom/aws?section=identity&lesson=trust')
  await expect.element(page.getByRole('link', { name: /^Buy for €/ })).not.toBeInTheDocument()
})

test('an owner of an exam gets a link to its room', async () => {
  await open('/courses?exam=expert', { as: sessionOf(), answers: { ...answers, ...mine } })
  await expect.element(page.getByRole('link', { name: 'Go to your exam' })).toHaveAttribute('href', '/examroom/expert')
})
