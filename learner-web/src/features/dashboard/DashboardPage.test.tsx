import { ApiError } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'
import { myExam, myLab, running } from '../../../test/classroom.ts'
import { card } from '../../../test/course-card.ts'
import { me } from '../../../test/me.ts'

const as = sessionOf()
const mine = {
  slug: 'aws',
  title: 'AWS Foundations',
  subtitle: '',
  completed: 5,
  required: 13,
  completed_at: null,
  access_ends_at: null,
  last_seen_at: '2026-01-01T00:00:00.000Z',
  resume: {
    section: 'identity',
    lesson: 'role',
    title: 'Assume the wrong role',
    kind: 'video' as const,
    seconds_left: 750,
  },
  certificate_type: 'required' as const,
  cover: null,
}
const none = {
  ...{ listMyCourses: [], listMyLabs: [], listMyExams: [], listMyCertificates: [], listEarnedCertificates: [] },
  readMyActivity: { days: [] },
}
const days = (more: Record<number, { lessons?: number; flags?: number }> = {}) =>
  Array.from({ length: 28 }, (_, n) => ({
    // The last is Wednesday, 18 November 2026.
    ...{ day: new Date(Date.UTC(2026, 9, 22 + n)).toISOString().slice(0, 10), lessons: 0, flags: 0 },
    ...more[n],
  }))

test('my courses show their progress and lead to the lesson to resume with', async () => {
  await open('/dashboard', {
    as,
    answers: { ...none, listMyCourses: [mine] },
  })
  await expect.element(page.getByRole('progressbar', { name: 'AWS Foundations: done' })).toHaveAttribute('value', '38')
  await expect
    .element(page.getByRole('link', { name: 'Resume Assume the wrong role' }))
    .toHaveAttribute('href', '/classroom/aws?section=identity&lesson=role')
})

test.each([
  [750, '13 min left'],
  [28, '28 s left'],
  [0, 'watched to the end'],
])('a film with %i seconds to go says %s', async (seconds_left, text) => {
  const course = { ...mine, resume: { ...mine.resume, seconds_left } }
  await open('/dashboard', { as, answers: { ...none, listMyCourses: [course] } })
  await expect.element(page.getByText(`Video · ${text}`)).toBeVisible()
})

const unasked = sessionOf({ product_news_unanswered: true })
test.each([
  ['Yes, e-mail me', true],
  ['No, thank you', false],
])('who was never asked about product news is asked, and “%s” is the answer', async (button, product) => {
  const { asked } = await open('/dashboard', { as: unasked, answers: { ...none, getMe: me, updateMe: me } })
  await page.getByRole('button', { name: button }).click()
  await expect.element(page.getByText('May we e-mail you about new courses and labs?')).not.toBeInTheDocument()
  expect(await asked.find(({ call }) => call === 'updateMe')!.request.json()).toEqual({
    email_preferences: { ...me.email_preferences, product },
  })
})

test.each([
  ['a learner who has answered', as],
  [
    'an administrator who sees the site as a learner',
    { ...unasked, impersonation: { by: 'root', until: '2027-01-01T00:00:00.000Z' } },
  ],
])('%s is not asked about product news', async (_, session) => {
  await open('/dashboard', { as: session, answers: { ...none, listMyCourses: [mine] } })
  await expect.element(page.getByRole('link', { name: 'Resume Assume the wrong role' })).toBeVisible()
  await expect.element(page.getByText('May we e-mail you about new courses and labs?')).not.toBeInTheDocument()
})

test('a running lab shows its time left and links to its lesson', async () => {
  await open('/dashboard', {
    as,
    answers: { ...none, listMyCourses: [mine], listMyLabs: [myLab(running())] },
  })
  await expect.element(page.getByText(/^1:4[12]:/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Go to the lab Cross-account trust' }))
    .toHaveAttribute('href', '/classroom/aws?section=identity&lesson=trust')
})

test('an empty dashboard leads to a free lesson, and says how else to start', async () => {
  await open('/dashboard', {
    as,
    answers: none,
  })
  const main = page.getByRole('main')
  await expect.element(main.getByRole('link', { name: 'Try a free lesson' })).toHaveAttribute('href', '/start_free')
  await expect.element(main.getByRole('link', { name: 'Browse courses' })).toBeVisible()
})

test('a part that could not be loaded says so in its place, and the rest is shown', async () => {
  await open('/dashboard', {
    as,
    answers: {
      ...none,
      listMyCourses: [mine],
      listMyLabs: new ApiError('unexpected', 'Something went wrong'),
    },
  })
  await expect.element(page.getByText('We could not load your labs')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Assume the wrong role' })).toBeVisible()
})

test('a lab and an exam that were bought separately are on the dashboard, each with a link', async () => {
  await open('/dashboard', {
    as,
    answers: {
      ...none,
      listMyLabs: [
        myLab(null, { single: true, access_ends_at: '2027-11-22T10:00:00.000Z' }),
        myLab(null, { slug: 'of-a-course', title: 'Part of a course' }),
      ],
      listMyExams: [myExam()],
    },
  })
  await expect.element(page.getByRole('heading', { name: 'My labs' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Open Cross-account trust' }))
    .toHaveAttribute('href', '/classroom/aws?section=identity&lesson=trust')
  await expect.element(page.getByText('access until 22 November 2027', { exact: false })).toBeVisible()
  expect(document.body.textContent).not.toContain('Part of a course')
  await expect.element(page.getByText('Booking opens soon')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'See the exam AWS Expert' }))
    .toHaveAttribute('href', '/examroom/aws-expert')
})

test('one card says what now: the lesson of the course seen last, and how much of it is left', async () => {
  await open('/dashboard', {
    as,
    answers: { ...none, listMyCourses: [mine, { ...mine, slug: 'gcp', title: 'Google Cloud Offence' }] },
  })
  const card = page.getByRole('region', { name: 'Assume the wrong role' })
  await expect.element(card.getByText('Video · 13 min left')).toBeVisible()
  await expect.element(card.getByText('5 of 13 required lessons')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'My other courses' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Google Cloud Offence' })).toBeVisible()
  expect(page.getByRole('progressbar', { name: 'AWS Foundations: done' }).elements()).toHaveLength(1)
})

test('upcoming events are ordered by date: exams, ending access, certificates earned or nearly earned', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const attempt = { id: '00000000-0000-4000-8000-0000000000e1', state: 'scheduled' as const, points: 0 }
  await open('/dashboard', {
    as,
    answers: {
      ...none,
      listMyCourses: [
        { ...mine, completed: 11, access_ends_at: inDays(40) },
        { ...mine, slug: 'soon', title: 'Ends soon', access_ends_at: inDays(9) },
        { ...mine, slug: 'done', title: 'Done', completed: 13, completed_at: inDays(-1), access_ends_at: inDays(2) },
      ],
      listMyExams: [myExam({ attempt: { ...attempt, scheduled_at: inDays(3), active_until: null } })],
      listEarnedCertificates: [{ type: 'required', course: 'done', title: 'Done' }],
    },
  })
  const rows = page.getByRole('region', { name: 'Coming up' }).getByRole('listitem')
  await expect.element(rows.nth(3)).toBeVisible()
  const texts = rows.elements().map((row) => row.querySelector('p')?.textContent)
  expect(texts).toEqual([
    expect.stringMatching(/^“AWS Expert” begins on /),
    expect.stringMatching(/^Your access to “Ends soon” ends on /),
    'You have earned the certificate for “Done”.',
    '2 lessons left to the certificate for “AWS Foundations”.',
  ])
  await expect
    .element(rows.first().getByRole('link', { name: /^Open the exam room/ }))
    .toHaveAttribute('href', '/examroom/aws-expert')
})

test('four weeks are shown by their days, and said in words', async () => {
  const answers = {
    ...none,
    listMyCourses: [mine],
    readMyActivity: { days: days({ 19: { flags: 1 }, 25: { lessons: 2, flags: 1 }, 27: { lessons: 1 } }) },
  }
  await open('/dashboard', { as, answers })
  const weeks = page.getByRole('region', { name: 'Your activity' })
  await expect.element(weeks.getByText('This week: 3 lessons and 1 flag')).toBeVisible()
  await expect.element(weeks.getByText('Last week: 1 flag')).toBeVisible()
  const row = weeks.getByRole('row', { name: /^Week of 16 November/ })
  await expect.element(row.getByRole('cell').first()).toHaveTextContent('2 lessons and 1 flag')
  expect(row.getByRole('cell').elements()).toHaveLength(3)
  expect(weeks.getByRole('row').elements()).toHaveLength(5)
})

test('once all is complete, courses that one does not have are what next', async () => {
  await open('/dashboard', {
    as,
    answers: {
      ...none,
      listMyCourses: [{ ...mine, completed: 13, completed_at: '2026-01-01T00:00:00.000Z' }],
      listCourses: [card('aws', 'AWS Foundations'), card('gcp', 'Google Cloud Offence')],
    },
  })
  const next = page.getByRole('region', { name: 'What next?' })
  await expect.element(next.getByRole('link', { name: 'Google Cloud Offence' })).toBeVisible()
  expect(next.element().textContent).not.toContain('AWS Foundations')
})
