import { ApiError, type CourseInsight, type LessonInsight } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { courseRecord, sessionOf } from '../../../test/answers.ts'
import { expectAccessible, themes } from '../../../test/axe.ts'
import { type Answers, openAdmin } from '../../../test/openAdmin.tsx'

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const lesson = (n: number, changes: Partial<LessonInsight> = {}): LessonInsight => ({
  id: idOf(n),
  section: 'Identity',
  title: `Lesson ${n}`,
  kind: 'reading',
  estimate_seconds: 600,
  reports: 0,
  figures: { begun: 40, finished: 30, sittings: { learners: 20, median_minutes: 15 }, film: null },
  ...changes,
})
const film = lesson(2, {
  title: 'Assume the wrong role',
  kind: 'video',
  reports: 2,
  figures: {
    begun: 60,
    finished: 20,
    sittings: null,
    film: { learners: 50, seen: [50, 48, 45, 40, 38, 20, 18, 16, 15, 15], stopped: [1, 2, 0, 3, 1, 18, 2, 1, 0, 2] },
  },
})
const insight = (changes: Partial<CourseInsight> = {}): CourseInsight => ({
  counted_at: '2026-11-23T00:03:00.000Z',
  course: { begun: 64, finished: 20, median_days: 12 },
  lessons: [lesson(1), film, lesson(3, { figures: null })],
  flags: [
    {
      id: idOf(11),
      lab: 'trust',
      lab_title: 'Cross-account trust',
      title: 'The key',
      figures: { tried: 20, solved: 15, wrong_tries: 50, solved_at_try: [3, 2, 1, 4, 5] },
    },
    { id: idOf(12), lab: 'trust', lab_title: 'Cross-account trust', title: 'The vault', figures: null },
  ],
  labs: [{ lab: 'trust', lab_title: 'Cross-account trust', built: 30, failed: 3, seconds: { median: 95, p95: 310 } }],
  failures: [
    {
      lab: 'trust',
      lab_title: 'Cross-account trust',
      cloud: 'aws',
      module_version: '2.1.0',
      stage: 'Network',
      region: 'eu-central-1',
      failures: 3,
      last_at: '2026-11-20T10:00:00.000Z',
    },
  ],
  ...changes,
})
const opening = (getCourseInsight: unknown = insight(), more: Answers = {}, search = '', as = sessionOf()) =>
  openAdmin(`/admin/courses/aws/insight${search}`, {
    as,
    answers: { getCourseForAdmin: courseRecord(), getCourseInsight, listLessonReports: [], ...more },
  })
const region = (name: string | RegExp) => page.getByRole('region', { name })

test('shows completions, and when they were counted', async () => {
  await opening()
  await expect.element(page.getByText(/^Updated 23 Nov 2026.*then every night/)).toBeVisible()
  const tile = (name: string) => page.getByText(name, { exact: true }).first().element().parentElement?.textContent
  expect(tile('Time to finish')).toMatch(/12 days/)
  expect(page.getByText('31% of those who started').elements()).toHaveLength(1)
})

test('sorts lessons by any column, with hidden figures last', async () => {
  await opening()
  const table = region('Lessons, line by line')
  await expect.element(table.getByRole('row', { name: /Lesson 1 .*40 30 25% 15 min 1\.5 × 10 min — 0/ })).toBeVisible()
  await expect.element(table.getByRole('row', { name: /Lesson 3 .*too few/ })).toBeVisible()
  const titles = () =>
    table
      .getByRole('rowheader')
      .elements()
      .map((head) => head.querySelector('a')?.textContent)
  const head = table.getByRole('columnheader', { name: 'Not finished' })
  await head.getByRole('button').click()
  await expect.element(head).toHaveAttribute('aria-sort', 'descending')
  expect(titles()).toEqual(['Assume the wrong role', 'Lesson 1', 'Lesson 3'])
  await head.getByRole('button').click()
  await expect.element(head).toHaveAttribute('aria-sort', 'ascending')
  expect(titles()).toEqual(['Lesson 1', 'Assume the wrong role', 'Lesson 3'])
})

test('selects a video in the address, and shows its chart with a table', async () => {
  const { path } = await opening()
  await page.getByRole('button', { name: 'View video statistics of Assume the wrong role' }).click()
  const card = region(/^Assume the wrong role watched by 50 learners/)
  await expect.element(card.getByRole('row', { name: '5:00–6:00 20 40% 18' })).toBeVisible()
  expect(path()).toBe(`/admin/courses/aws/insight?film=${film.id}`)
})

test('shows attempts per flag, and build times and failures per lab, with links', async () => {
  await opening()
  const flags = region('Flags by attempts, line by line')
  await expect.element(flags.getByRole('row', { name: /The key .*20 15 \(75%\) 2\.5 3 2 1 4 5/ })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /^Cross-account trust 30 3 \(10%\) 1:35 5:10/ })).toBeVisible()
  const failed = page.getByRole('row', { name: /^Cross-account trust: Network 3 20 Nov 2026 2\.1\.0 eu-central-1/ })
  await expect
    .element(failed.getByRole('link', { name: '3' }))
    .toHaveAttribute('href', expect.stringContaining(encodeURIComponent('"reason":"failed"')))
  await expect
    .element(page.getByRole('link', { name: '2', exact: true }))
    .toHaveAttribute('href', expect.stringContaining(`lesson_id%22%3A%22${film.id}`))
})

test('explains what will appear before there are figures', async () => {
  const few = lesson(1, { figures: null })
  const first = await opening(
    insight({ counted_at: null, course: null, lessons: [few], flags: [], labs: [], failures: [] }),
  )
  await expect.element(page.getByText(/The first figures will be ready in a few minutes/)).toBeVisible()
  await expect.element(page.getByText('Fewer than 5 learners have started this course.')).toBeVisible()
  await first.unmount()
  await opening(insight({ lessons: [] }))
  await expect.element(page.getByRole('heading', { name: 'No lessons yet' })).toBeVisible()
})

test('retries failed figures, and shows the reports meanwhile', async () => {
  let isUp = false
  await opening(() => {
    if (isUp) return insight()
    throw new ApiError('unavailable', 'The database rests.')
  })
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The database rests/)
  await expect.element(page.getByRole('heading', { name: 'Reported errors' })).toBeVisible()
  isUp = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Time to finish')).toBeVisible()
})

test.for(themes)('on a phone and on a desk, in %s, a machine finds no fault', async (theme) => {
  localStorage.setItem('theme', theme)
  for (const width of [390, 1280]) {
    await page.viewport(width, 860)
    const { getByRole, unmount } = await opening(insight(), {}, `?film=${film.id}`)
    await expect.element(region(/^Assume the wrong role/)).toBeVisible()
    await expect.element(getByRole('heading', { name: 'No entries' })).toBeVisible()
    const main = getByRole('main').element()
    await expectAccessible(main)
    expect(main.scrollWidth).toBeLessThanOrEqual(main.clientWidth)
    await unmount()
  }
})
