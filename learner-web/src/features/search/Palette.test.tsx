import { ApiError } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'
import { flag, myLab, running, time } from '../../../test/classroom.ts'

const as = sessionOf()
const mine = {
  ...{ slug: 'aws', title: 'AWS Foundations', subtitle: '', completed: 5, required: 13, completed_at: null },
  ...{ access_ends_at: null, last_seen_at: time(-60), certificate_type: null, cover: null },
  resume: { section: 'identity', lesson: 'role', title: 'Assume the wrong role', kind: 'video', seconds_left: 60 },
} as const
const answers = {
  ...{ listMyCourses: [mine], listMyLabs: [], listMyVouchers: [], listMyOrders: [], listMyCertificates: [] },
  listEarnedCertificates: [],
}
const box = page.getByRole('combobox', { name: 'Go to, or submit a flag' })
const option = (name: string | RegExp) => page.getByRole('option', { name })
const press = async () => {
  await expect.element(page.getByRole('button', { name: 'Go to' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(box).toHaveFocus()
}

test('the key opens the box, which leads on to the lesson of now, and closes with Escape', async () => {
  const { path } = await open('/vouchers', { as, answers })
  await press()
  await expect.element(option(/Assume the wrong role/)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(box).not.toBeInTheDocument()
  expect(path()).toBe('/vouchers')
})

test('lessons, courses, labs and exams are found by the server, pages by their names; the arrows and Enter go there', async () => {
  const { path } = await open('/vouchers', {
    as,
    answers: {
      ...answers,
      searchLearning: [
        {
          ...{ kind: 'lesson', slug: 'aws', title: 'Certified roles', within: 'AWS Foundations' },
          lesson: { section: 'identity', lesson: 'certified' },
          note: null,
        },
        { kind: 'exam', slug: 'aws-expert', title: 'AWS Certified Expert', within: null, lesson: null, note: null },
      ],
    },
  })
  await press()
  await userEvent.keyboard('certif')
  await expect.element(option(/AWS Certified Expert/)).toBeVisible()
  const labels = page
    .getByRole('group')
    .elements()
    .map((group) => group.getAttribute('aria-label'))
  expect(labels).toEqual(['My lessons', 'Exams', 'Pages'])
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(option('My certificates')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toBe('/certificates')
})

test('a note is found by its words, and opens its lesson at its second; one of a lesson that is gone opens all notes', async () => {
  const of = {
    ...{ kind: 'note', slug: 'aws', within: 'AWS Foundations · Assume the wrong role' },
    lesson: { section: 'identity', lesson: 'role' },
  }
  const { path } = await open('/vouchers', {
    as,
    answers: {
      ...answers,
      ...{ listMyNotes: { notes: [], next: null }, listNotedCourses: [], listMyBookmarks: [] },
      searchLearning: [
        { ...of, title: 'The deputy is confused', note: { position_seconds: 192, opens: 'classroom' } },
        { ...of, title: 'A deputy of old', note: { position_seconds: 3, opens: null } },
      ],
      getCourseProgress: new ApiError('unavailable', 'Busy.'),
    },
  })
  await press()
  await userEvent.keyboard('deputy')
  await expect.element(page.getByRole('group', { name: 'My notes' })).toBeVisible()
  await expect.element(option(/confused.*Assume the wrong role · 3:12/)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(path).toBe('/notes')
  await press()
  await userEvent.keyboard('deputy')
  await option(/confused/).click()
  await expect.poll(path).toBe('/classroom/aws?section=identity&lesson=role&at=192')
})

test('what was found is handed in as a flag of the lab that runs, wherever one is', async () => {
  const tries: unknown[] = []
  await open('/vouchers', {
    as,
    answers: {
      ...answers,
      listMyLabs: [myLab(running())],
      searchLearning: [],
      submitLabFlag: ({ labFlagPayload }: { labFlagPayload: { flag: string } }) => {
        tries.push(labFlagPayload.flag)
        const correct = labFlagPayload.flag === 'FLAG{yes}'
        return { correct, flag: correct ? flag({ solved_at: time(0), earned: 10 }) : null, lesson_completed: false }
      },
    },
  })
  await press()
  await expect.element(option(/^Submit a flag/)).toBeVisible()
  await userEvent.keyboard('FLAG{{no}')
  await expect.element(option(/^Submit “FLAG\{no\}”/)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('That is not a flag of Cross-account trust.')).toBeVisible()
  await box.fill('FLAG{yes}')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Correct. “The trusted one” is solved, 10 points.')).toBeVisible()
  await expect.element(box).not.toBeInTheDocument()
  expect(tries).toEqual(['FLAG{no}', 'FLAG{yes}'])
})

test('a voucher’s code leads to where it is activated', async () => {
  const { path } = await open('/vouchers', { as, answers: { ...answers, searchLearning: [] } })
  await press()
  await userEvent.keyboard('h1dec-xzeg5-xzkyq-9vnjy-v7nt99')
  await expect.element(option(/Activate this voucher/)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toMatch(/^\/activate_voucher/)
})

test('visitors who are not signed in have no search box', async () => {
  await open('/courses', { answers: { listCourses: [], listLabs: [], listExams: [], listBundles: [] } })
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('main')).toBeVisible()
  await expect.element(box).not.toBeInTheDocument()
})
