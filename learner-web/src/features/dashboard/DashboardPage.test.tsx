import { ApiError } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'
import { myExam, myLab, running } from '../../../test/classroom.ts'

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
  resume: { section: 'identity', lesson: 'role', title: 'Assume the wrong role' },
}

test('my courses show their progress and lead to the lesson to resume with', async () => {
  await open('/dashboard', {
    as,
    answers: { listMyCourses: [mine], listMyLabs: [], listMyExams: [], listMyCertificates: [] },
  })
  await expect.element(page.getByRole('progressbar', { name: 'AWS Foundations: done' })).toHaveAttribute('value', '38')
  await expect
    .element(page.getByRole('link', { name: 'Resume: Assume the wrong role' }))
    .toHaveAttribute('href', '/classroom/aws?section=identity&lesson=role')
})

test('a running lab shows its time left and links to its lesson', async () => {
  await open('/dashboard', {
    as,
    answers: { listMyCourses: [mine], listMyLabs: [myLab(running())], listMyExams: [], listMyCertificates: [] },
  })
  await expect.element(page.getByText(/^1:4[12]:/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Go to the lab Cross-account trust' }))
    .toHaveAttribute('href', '/classroom/aws?section=identity&lesson=trust')
})

test('an empty dashboard says how to start', async () => {
  await open('/dashboard', {
    as,
    answers: { listMyCourses: [], listMyLabs: [], listMyExams: [], listMyCertificates: [] },
  })
  await expect.element(page.getByRole('main').getByRole('link', { name: 'Browse courses' })).toBeVisible()
})

test('a part that could not be loaded says so in its place, and the rest is shown', async () => {
  await open('/dashboard', {
    as,
    answers: {
      listMyCourses: [mine],
      listMyLabs: new ApiError('unexpected', 'Something went wrong'),
      listMyExams: [],
      listMyCertificates: [],
    },
  })
  await expect.element(page.getByText('We could not load your labs')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'AWS Foundations' })).toBeVisible()
})

test('a lab and an exam that were bought alone stand on the dashboard, each with its way in', async () => {
  await open('/dashboard', {
    as,
    answers: {
      listMyCourses: [],
      listMyLabs: [
        myLab(null, { single: true, access_ends_at: '2027-11-22T10:00:00.000Z' }),
        myLab(null, { slug: 'of-a-course', title: 'Part of a course' }),
      ],
      listMyExams: [myExam()],
      listMyCertificates: [],
    },
  })
  await expect.element(page.getByRole('heading', { name: 'My labs' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Open Cross-account trust' }))
    .toHaveAttribute('href', '/classroom/aws?section=identity&lesson=trust')
  await expect.element(page.getByText('yours until 22 November 2027', { exact: false })).toBeVisible()
  expect(document.body.textContent).not.toContain('Part of a course')
  await expect.element(page.getByText('Booking opens soon')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Open the page of AWS Expert' }))
    .toHaveAttribute('href', '/examroom/aws-expert')
})
