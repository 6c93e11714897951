import { ApiError, type LessonReportRow } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { courseRecord, sessionOf } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const report = (changes: Partial<LessonReportRow> = {}): LessonReportRow => ({
  id: '00000000-0000-4000-8000-0000000000e1',
  course: 'aws',
  course_title: 'Cloud AWS',
  lesson_id: '00000000-0000-4000-8000-0000000000e2',
  lesson: 'Assume the wrong role',
  kind: 'wrong',
  words: 'The second step names <b>another</b> bucket',
  position_seconds: 192,
  revision: 3,
  state: 'open',
  answer: null,
  username: 'mara',
  created_at: '2026-11-20T10:00:00.000Z',
  decided_at: null,
  version: 1,
  allowed: ['accept', 'close'],
  ...changes,
})
const dialog = () => page.getByRole('dialog', { name: 'Reported error in “Assume the wrong role”' })
const decide = () => page.getByRole('button', { name: 'Decide…' })

test('links a report to its lesson and learner, and shows its text unformatted', async () => {
  await page.viewport(1600, 860)
  const { getByRole } = await openAdmin('/admin/lesson_reports', { answers: { listLessonReports: [report()] } })
  await expect
    .element(getByRole('link', { name: 'Assume the wrong role' }))
    .toHaveAttribute('href', `/admin/courses/aws/outline/${report().lesson_id}`)
  await expect.element(getByRole('link', { name: 'mara' })).toHaveAttribute('href', '/admin/users/mara')
  await expect.element(getByRole('cell', { name: 'The second step names <b>another</b> bucket' })).toBeVisible()
  await expect.element(getByRole('cell', { name: '3:12' })).toBeVisible()
})

test('closes a report with a reply', async () => {
  const { inputsOf } = await openAdmin('/admin/lesson_reports', {
    answers: { listLessonReports: [report()], decideLessonReport: null },
  })
  await decide().click()
  await expect.element(dialog()).toMatchTextContent(/at 3:12 in the video · revision 3/)
  await dialog().getByRole('textbox', { name: 'Answer' }).fill(' It is called logs now. ')
  await dialog().getByRole('button', { name: 'Save decision' }).click()
  await expect.element(page.getByText('Decision saved')).toBeVisible()
  expect(inputsOf('decideLessonReport')).toEqual([
    {
      id: report().id,
      lessonReportDecision: { version: 1, state: 'closed', answer: 'It is called logs now.' },
    },
  ])
})

test('accepts a report without a reply; an accepted one can only be closed', async () => {
  let state: LessonReportRow = report()
  const { inputsOf } = await openAdmin('/admin/lesson_reports', {
    answers: {
      listLessonReports: () => [state],
      decideLessonReport: () => {
        state = report({ state: 'accepted', version: 2, allowed: ['close'] })
        return null
      },
    },
  })
  await decide().click()
  await dialog()
    .getByRole('radio', { name: /^Accept:/ })
    .click()
  await dialog().getByRole('button', { name: 'Save decision' }).click()
  await expect.element(page.getByText('Decision saved')).toBeVisible()
  expect(inputsOf('decideLessonReport')[0]).toMatchObject({ lessonReportDecision: { version: 1, state: 'accepted' } })
  await expect.element(page.getByText('Accepted', { exact: true }).last()).toBeVisible()
  await decide().click()
  await expect.element(dialog().getByRole('radio', { name: /^Accept:/ })).not.toBeInTheDocument()
})

test('closes selected reports without a reply, after announcing the e-mails', async () => {
  await page.viewport(1280, 860)
  const { inputsOf } = await openAdmin('/admin/lesson_reports', {
    as: sessionOf({ capabilities: ['content'] }),
    answers: {
      listLessonReports: [report()],
      previewBulk: { total: 1, changes: 1, refused: 0, reasons: [], rows: [], from: 0, labs: null },
    },
  })
  await page.getByRole('checkbox', { name: 'Select row' }).click()
  await page.getByRole('button', { name: 'Close reports without an answer…' }).click()
  await expect.element(page.getByText('1 report will be closed with a thank-you mail')).toBeVisible()
  expect(inputsOf('previewBulk')).toEqual([{ bulkPreviewAsk: { action: 'lesson_reports.close', ids: [report().id] } }])
})

test('reports a concurrent decision in the dialog', async () => {
  await openAdmin('/admin/lesson_reports', {
    answers: {
      listLessonReports: [report()],
      decideLessonReport: new ApiError(
        'stale_version',
        'Another administrator has decided about this report. Please reload it.',
      ),
    },
  })
  await decide().click()
  await dialog().getByRole('button', { name: 'Save decision' }).click()
  await expect.element(page.getByText(/Another administrator has decided/)).toBeVisible()
})

test('omits the course on its page, and names without access to personal data', async () => {
  await page.viewport(1280, 860)
  const { inputsOf } = await openAdmin('/admin/courses/aws/insight', {
    as: sessionOf({ capabilities: ['content'] }),
    answers: {
      getCourseForAdmin: courseRecord(),
      getCourseInsight: new ApiError('unavailable', 'The database rests.'),
      listLessonReports: [report({ username: null })],
    },
  })
  await expect.element(page.getByRole('cell', { name: 'The second step names <b>another</b> bucket' })).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Course' })).not.toBeInTheDocument()
  await expect.element(page.getByText('mara')).not.toBeInTheDocument()
  expect(JSON.parse(String(inputsOf('listLessonReports')[0]?.filter))).toEqual({ course: 'aws' })
})
