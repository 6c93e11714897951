import { ApiError, type Course, type CourseProgress } from '@flagyard/api-types'
import { getDefaultStore } from 'jotai/vanilla'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'
import { expectAccessible } from '../../../test/axe.ts'
import { lessonRow, progress, silence, time } from '../../../test/classroom.ts'
import { card } from '../../../test/course-card.ts'
import { setVat } from '../../../test/vat.ts'
import { saveVisitorLesson, visitorProgressAtom } from '../progress/visitor-progress.ts'

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
  cover: null,
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

const noReviews = { recommendation: null, quotes: [] }
const shown = { getCourse: course, getCourseReviews: noReviews }

test.each(['/course/aws', '/courses/aws'])(
  '%s shows the same course to a visitor, who signs in to buy and returns',
  async (address) => {
    await open(address, { answers: { ...shown } })
    await expect.element(page.getByRole('heading', { name: 'AWS Foundations', level: 1 })).toBeVisible()
    await expect.element(page.getByText('How IAM decides')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Sign in to buy' }))
      .toHaveAttribute('href', `/signin?next=${encodeURIComponent(address)}`)
  },
)

test('somebody who has the course is led to its classroom', async () => {
  await open('/courses/aws', { as: sessionOf(), answers: { ...shown, getCourseProgress: progress() } })
  await expect.element(page.getByRole('link', { name: 'Start learning' })).toHaveAttribute('href', '/classroom/aws')
})

test('a course is not offered until it is known that the learner does not have it', async () => {
  const { promise: known, resolve: answer } = Promise.withResolvers<CourseProgress>()
  await open('/courses/aws', { as: sessionOf(), answers: { ...shown, getCourseProgress: known } })
  await expect.element(page.getByRole('button', { name: 'One moment' })).toBeDisabled()
  await expect.element(page.getByRole('link', { name: /^Buy for €/ })).not.toBeInTheDocument()
  answer(progress())
  await expect.element(page.getByRole('link', { name: 'Start learning' })).toBeVisible()
})

test('without a seller a price says nothing of VAT', async () => {
  setVat('')
  await open('/courses/aws', { answers: shown })
  await expect.element(page.getByText('€149', { exact: true }).first()).toBeVisible()
  await expect.element(page.getByText(/VAT/)).not.toBeInTheDocument()
})

test('buying leads to the page where one buys, for oneself or for a team', async () => {
  await open('/courses/aws', {
    as: sessionOf(),
    answers: { ...shown, getCourseProgress: progress({ enrolled: false }) },
  })
  await expect.element(page.getByText('incl. VAT')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Buy for €149' })).toHaveAttribute('href', '/buy/course/aws')
  await expect
    .element(page.getByRole('link', { name: 'Buy for my team' }))
    .toHaveAttribute('href', '/buy/course/aws?for=others')
})

test('what is free is taken with one click and one idempotency key', async () => {
  const { asked, path } = await open('/courses/aws', {
    as: sessionOf(),
    answers: {
      ...shown,
      getCourse: { ...course, price: { amount: 0, currency: 'EUR' } },
      getCourseProgress: progress({ enrolled: false }),
      purchaseCourse: {
        order_id: '00000000-0000-4000-8000-000000000009',
        state: 'fulfilled',
        checkout_url: '/purchase_voucher_success?order=o1',
      },
    },
  })
  await page.getByRole('button', { name: 'Enrol for free' }).click()
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
  await open('/courses/aws', {
    answers: { getCourseReviews: noReviews, getCourse: { ...course, lessons: 2, sections, estimated_hours: 3.5 } },
  })
  await expect.element(page.getByText('2 lessons, 1 of them optional')).toBeVisible()
  await expect.element(page.getByText('About 3.5 hours')).toBeVisible()
  await expect.element(page.getByText('Container credentials · optional')).toBeVisible()
})

test('a free lab is called a rehearsal, with its own length, and its kind is read out once', async () => {
  const [section] = course.sections
  const [lesson] = section!.lessons
  const lab = {
    ...lesson!,
    slug: 'trust',
    title: 'Lab: cross-account trust',
    kind: 'lab' as const,
    duration_seconds: 7200,
  }
  const sections = [{ ...section!, lessons: [lab] }]
  await open('/courses/aws', {
    answers: { getCourseReviews: noReviews, getCourse: { ...course, labs: 1, sections } },
  })
  const row = page.getByRole('listitem').filter({ hasText: 'Lab: cross-account trust' })
  await expect.element(row.getByText('Free rehearsal', { exact: true })).toBeVisible()
  await expect.element(row).toMatchTextContent(/^Lab: cross-account trust\s*Free rehearsal\s*45 min$/)
})

test('an unknown course shows the not-found screen', async () => {
  const unknown = new ApiError('not_found', 'There is no such course.')
  await open('/courses/nowhere', { answers: { getCourse: unknown } })
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('cover and price have the same edges, and the navigation marks the current page', async () => {
  await page.viewport(1280, 800)
  await open('/course/aws', { answers: { ...shown } })
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
  await open('/courses/aws', { answers: { getCourseReviews: noReviews, getCourse: { ...course, exam } } })
  await expect.element(page.getByText('Exam: AWS Expert, booking opens soon')).toBeVisible()
})

test('what learners said is shown with how many they are, as text, and under the name that they chose', async () => {
  const quotes = [
    { id: '00000000-0000-4000-8000-000000000011', question: 'How was it?', text: '<b>Worth</b> it', name: 'A. B.' },
    { id: '00000000-0000-4000-8000-000000000012', question: 'How was it?', text: 'Short films', name: null },
  ]
  const getCourseReviews = { recommendation: { mean: 8.666, answers: 12 }, quotes }
  await open('/courses/aws', { answers: { getCourse: course, getCourseReviews } })
  await expect.element(page.getByRole('heading', { name: 'What learners say' })).toBeVisible()
  await expect.element(page.getByText('12 learners rate it 8.7 out of 10.')).toBeVisible()
  await expect.element(page.getByText('<b>Worth</b> it')).toBeVisible()
  await expect.element(page.getByText('A. B., asked “How was it?”')).toBeVisible()
  await expect.element(page.getByText('A learner, asked “How was it?”')).toBeVisible()
  await expectAccessible()
})

test('a sample of the certificate is marked as one, and has nothing by which it could be verified', async () => {
  const getCourse = { ...course, certificate_type: 'required' as const }
  await open('/courses/aws', { answers: { ...shown, getCourse } })
  await page.getByText('See a sample').click()
  await expect.element(page.getByText('Sample', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Robin Example' })).toBeVisible()
  await expect.element(page.getByText('ID', { exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByRole('img', { name: /QR code/ })).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Download the PDF' })).not.toBeInTheDocument()
  await expectAccessible()
})

test('a course of which nothing was said shows no empty list', async () => {
  await open('/courses/aws', { answers: shown })
  await expect.element(page.getByRole('heading', { name: 'AWS Foundations', level: 1 })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'What learners say' })).not.toBeInTheDocument()
})

test('instructors are shown with their picture, or their initials, and what else they teach', async () => {
  const url = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`
  const instructors = [
    {
      name: 'Ada Brandt',
      title: 'Red teamer',
      bio: 'Breaks things.',
      picture: { url, width: 96, height: 96 },
      courses: [{ slug: 'gcp', title: 'Google Offence' }],
    },
    { name: 'Bo', title: '', bio: '', picture: null, courses: [] },
  ]
  await open('/courses/aws', { answers: { getCourseReviews: noReviews, getCourse: { ...course, instructors } } })
  await expect.element(page.getByRole('heading', { name: 'Your instructors' })).toBeVisible()
  await expect.element(page.getByText('Breaks things.')).toBeVisible()
  expect(document.querySelector<HTMLImageElement>('article img[alt=""][width="72"]')?.src).toBe(url)
  await expect.element(page.getByText('B', { exact: true })).toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Google Offence' })).toHaveAttribute('href', '/courses/gcp')
})

describe('a free lesson', () => {
  const address = '/courses/aws?section=s&lesson=l'
  const lesson = () => ({
    title: 'How IAM decides',
    kind: 'video',
    body: 'Text of the *video*.',
    duration_seconds: 20,
    video: { url: silence(20), captions: [], chapters: [], duration_seconds: 20, expires_at: time(900) },
    lab: null,
    receipt: 'opened.now',
  })
  const video = () => document.querySelector('video') as HTMLVideoElement
  beforeEach(() => getDefaultStore().set(visitorProgressAtom, []))

  test('is a link in the outline, and plays on the course’s page for a visitor, whose place stays in the browser', async () => {
    const { asked, path } = await open('/courses/aws', { answers: { ...shown, getFreeLesson: lesson() } })
    await page.getByRole('link', { name: 'How IAM decides' }).click()
    await expect.poll(path).toBe(address)
    await expect.poll(() => video()?.readyState, { timeout: 5000 }).toBeGreaterThan(0)
    await expect.element(page.getByText('Text of the video.')).toBeVisible()
    video().muted = true
    await video().play()
    await expect.poll(() => video().currentTime, { timeout: 5000 }).toBeGreaterThan(0.6)
    video().pause()
    await expect.poll(() => getDefaultStore().get(visitorProgressAtom)[0]?.position_seconds).toBeGreaterThan(0.5)
    expect(JSON.parse(localStorage.getItem('visitor_progress') ?? '[]')).toMatchObject([
      { slug: 'aws', section: 's', lesson: 'l', receipt: 'opened.now', title: 'How IAM decides' },
    ])
    expect(asked.map(({ call }) => call)).not.toContain('updateLastSeen')
    const next = encodeURIComponent(address)
    const invitation = page.getByRole('region', { name: 'Free lesson' })
    await expect
      .element(invitation.getByRole('link', { name: 'Create a free account' }))
      .toHaveAttribute('href', `/signup?next=${next}`)
  })

  test('resumes for a visitor where it stopped', async () => {
    const seen = { slug: 'aws', section: 's', lesson: 'l', title: 'How IAM decides' }
    saveVisitorLesson({ ...seen, receipt: 'opened.before', position_seconds: 12, intervals: [[0, 12]] })
    await open(address, { answers: { ...shown, getFreeLesson: lesson() } })
    await expect.poll(() => video()?.currentTime, { timeout: 5000 }).toBe(12)
    await expect.element(page.getByText('60% watched', { exact: false })).toBeVisible()
    saveVisitorLesson({ ...seen, receipt: 'opened.now', position_seconds: 14, intervals: [[12, 14]] })
    expect(getDefaultStore().get(visitorProgressAtom)[0]).toMatchObject({
      receipt: 'opened.before',
      intervals: [[0, 14]],
    })
  })

  test('plays for an account that does not have the course, whose progress the server keeps', async () => {
    const { asked } = await open(address, {
      as: sessionOf(),
      answers: {
        ...shown,
        getCourseProgress: progress({ enrolled: false }),
        getFreeLesson: lesson(),
        getVideoUrl: lesson().video,
        updateLastSeen: lessonRow({ section: 's', lesson: 'l' }),
      },
    })
    await expect.poll(() => video()?.readyState, { timeout: 5000 }).toBeGreaterThan(0)
    video().muted = true
    await video().play()
    await expect.poll(() => asked.some(({ call }) => call === 'updateLastSeen')).toBe(true)
    const [sent] = asked.filter(({ call }) => call === 'updateLastSeen')
    expect(Object.keys(await sent!.request.json()).toSorted()).toEqual([
      'intervals',
      'lesson',
      'position_seconds',
      'section',
    ])
    expect(getDefaultStore().get(visitorProgressAtom)).toEqual([])
    await expect.element(page.getByRole('link', { name: 'Create a free account' })).not.toBeInTheDocument()
  })

  test('what a visitor watched is offered to the account, moved by a click and then forgotten here', async () => {
    const seen = { slug: 'aws', section: 's', lesson: 'l', title: 'How IAM decides', receipt: 'opened.before' }
    saveVisitorLesson({ ...seen, position_seconds: 12, intervals: [[0, 12]] })
    const row = lessonRow({ section: 's', lesson: 'l', position_seconds: 12, watched: 0.6, intervals: [[0, 12]] })
    let isSaved = false
    const { asked } = await open(address, {
      as: sessionOf(),
      answers: {
        ...shown,
        getCourseProgress: () => progress({ enrolled: false, lessons: isSaved ? [row] : [] }),
        getFreeLesson: lesson(),
        getVideoUrl: lesson().video,
        keepVisitorProgress: () => {
          isSaved = true
          return [{ ...row, slug: 'aws' }]
        },
      },
    })
    await expect
      .element(page.getByText('You watched “How IAM decides” before you signed in. Save it to your account?'))
      .toBeVisible()
    await page.getByRole('button', { name: 'Save to my account' }).click()
    await expect.element(page.getByText('What you watched is now in your account.', { exact: false })).toBeVisible()
    expect(await asked.find(({ call }) => call === 'keepVisitorProgress')!.request.json()).toEqual({
      lessons: [{ receipt: 'opened.before', position_seconds: 12, intervals: [[0, 12]] }],
    })
    expect(localStorage.getItem('visitor_progress')).toBeNull()
    await expect.poll(() => video()?.currentTime, { timeout: 5000 }).toBe(12)
    await expect.element(page.getByRole('button', { name: 'Save to my account' })).not.toBeInTheDocument()
  })

  test('“Start free” leads a visitor to one', async () => {
    const answers = { listCourses: [card(course.slug, course.title)], ...shown, getFreeLesson: lesson() }
    const { path } = await open('/terms', { answers })
    await page.getByRole('link', { name: 'Start free' }).click()
    await expect.poll(path).toBe(address)
    await expect.poll(() => video()?.readyState, { timeout: 5000 }).toBeGreaterThan(0)
  })

  test('“Start free” leads to the catalogue while there is none', async () => {
    const [section] = course.sections
    const paid = { ...section, lessons: section?.lessons.map((one) => ({ ...one, free_preview: false })) }
    const { path } = await open('/start_free', {
      answers: {
        listCourses: [card(course.slug, course.title)],
        getCourseReviews: noReviews,
        getCourse: { ...course, sections: [paid] },
        listLabs: [],
        listPublicExams: [],
      },
    })
    await expect.poll(path).toBe('/courses')
  })

  test('a URL with a lesson that is not free shows only the course', async () => {
    const { asked } = await open('/courses/aws?section=s&lesson=another', { answers: { ...shown } })
    await expect.element(page.getByRole('heading', { name: 'AWS Foundations', level: 1 })).toBeVisible()
    expect(asked.some(({ call }) => call === 'getFreeLesson')).toBe(false)
  })
})
