import { ApiError, type Course, type CourseProgress } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'
import { progress } from '../../../test/classroom.ts'

const course: Course = {
  id: '00000000-0000-4000-8000-000000000002',
  slug: 'aws',
  title: 'AWS Foundations',
  subtitle: 'From one key to the ledger',
  level: 'beginner',
  language: 'en',
  clouds: ['aws'],
  tags: [],
  price: { amount: 14900, currency: 'EUR' },
  estimated_hours: 9,
  lessons: 1,
  labs: 0,
  status: 'published',
  description: 'Begins with **one key**.',
  outcomes: ['Read a policy'],
  prerequisites: [],
  instructors: [],
  access_days: null,
  certificate_type: null,
  exam: null,
  sections: [
    {
      slug: 's',
      title: 'Identity',
      opens_after: null,
      lessons: [
        {
          slug: 'l',
          title: 'How IAM decides',
          kind: 'video',
          required: true,
          free_preview: true,
          duration_seconds: 600,
        },
      ],
    },
  ],
}

test.each(['/course/aws', '/courses/aws'])(
  '%s shows the same course to a visitor, who signs in to buy and returns',
  async (address) => {
    await open(address, { answers: { getCourse: course } })
    await expect.element(page.getByRole('heading', { name: 'AWS Foundations', level: 1 })).toBeVisible()
    await expect.element(page.getByText('How IAM decides')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Sign in to buy' }))
      .toHaveAttribute('href', `/signin?next=${encodeURIComponent(address)}`)
  },
)

test('somebody who has the course is led to its classroom', async () => {
  await open('/courses/aws', { as: sessionOf(), answers: { getCourse: course, getCourseProgress: progress() } })
  await expect.element(page.getByRole('link', { name: 'Start learning' })).toHaveAttribute('href', '/classroom/aws')
})

test('a course is not offered until it is known that the learner does not have it', async () => {
  const { promise: known, resolve: answer } = Promise.withResolvers<CourseProgress>()
  await open('/courses/aws', { as: sessionOf(), answers: { getCourse: course, getCourseProgress: known } })
  await expect.element(page.getByRole('button', { name: 'One moment' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: /^Buy/ })).not.toBeInTheDocument()
  answer(progress())
  await expect.element(page.getByRole('link', { name: 'Start learning' })).toBeVisible()
})

test('buying creates one order with one idempotency key, and leads to its checkout', async () => {
  const { asked, path } = await open('/courses/aws', {
    as: sessionOf(),
    answers: {
      getCourse: course,
      purchaseCourse: {
        order_id: '00000000-0000-4000-8000-000000000003',
        state: 'awaiting_payment',
        checkout_url: '/purchase_voucher_success?order=o1',
      },
    },
  })
  await page.getByRole('button', { name: 'Buy for €149' }).click()
  await expect.poll(path).toBe('/purchase_voucher_success?order=o1')
  const orders = asked.filter(({ call }) => call === 'purchaseCourse')
  expect(orders.length).toBe(1)
  expect(orders[0]!.request.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
  expect(await orders[0]!.request.json()).toEqual({ slug: 'aws', quantity: 1 })
})

test('optional lessons are counted and named as such', async () => {
  const [section] = course.sections
  const [lesson] = section!.lessons
  const extra = { ...lesson!, slug: 'more', title: 'Container credentials', required: false }
  const sections = [{ ...section!, lessons: [lesson!, extra] }]
  await open('/courses/aws', { answers: { getCourse: { ...course, lessons: 2, sections, estimated_hours: 3.5 } } })
  await expect.element(page.getByText('2 lessons, 1 of them optional')).toBeVisible()
  await expect.element(page.getByText('About 3.5 hours')).toBeVisible()
  await expect.element(page.getByText('Container credentials · optional')).toBeVisible()
})

test('an unknown course shows the not-found screen', async () => {
  const unknown = new ApiError('not_found', 'There is no such course.')
  await open('/courses/nowhere', { answers: { getCourse: unknown } })
  await expect.element(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
})

test('cover and price stand between the same edges, and the way here is marked in the navigation', async () => {
  await page.viewport(1280, 800)
  await open('/course/aws', { answers: { getCourse: course } })
  await expect.element(page.getByRole('heading', { name: 'AWS Foundations', level: 1 })).toBeVisible()
  const edges = (selector: string) => {
    const { left, right } = document.querySelector(selector)?.getBoundingClientRect() ?? { left: 0, right: 1 }
    return [Math.round(left), Math.round(right)]
  }
  expect(edges('article header svg')).toEqual(edges('article aside'))
  const nav = page.getByRole('navigation', { name: 'Main' })
  await expect.element(nav.getByRole('link', { name: 'Courses' })).toHaveAttribute('aria-current', 'page')
})

test('an exam that goes with the course is said to be sold separately, or to open soon', async () => {
  const exam = { slug: 'expert', title: 'AWS Expert', bookable: false }
  await open('/courses/aws', { answers: { getCourse: { ...course, exam } } })
  await expect.element(page.getByText('Exam: AWS Expert, booking opens soon')).toBeVisible()
})
