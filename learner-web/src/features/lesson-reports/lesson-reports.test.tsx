import { ApiError, type MyLessonReport } from '@flagyard/api-types'
import axe from 'axe-core'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'
import { course, lessonRow, progress, time } from '../../../test/classroom.ts'

const as = sessionOf()
const place = { slug: 'aws', section: 'identity', lesson: 'notes' }
const report = (more: Partial<MyLessonReport> = {}): MyLessonReport => ({
  id: '00000000-0000-4000-8000-0000000000e1',
  kind: 'wrong',
  words: 'The second step names <b>another</b> bucket',
  position_seconds: null,
  state: 'open',
  answer: null,
  created_at: time(-3600),
  decided_at: null,
  ...more,
})
const answers = () => ({
  getCourseProgress: progress(),
  getCourseDetails: course,
  updateLastSeen: lessonRow({}),
  listMyLabs: [],
})
const opening = (more: object = {}) =>
  open('/classroom/aws?section=identity&lesson=notes', { as, answers: { ...answers(), ...more } })
const button = () => page.getByRole('button', { name: 'Report an error in this lesson' })
const dialog = () => page.getByRole('dialog', { name: 'Report an error in this lesson' })

test('a learner without reports finds one quiet button, and reports an error with it', async () => {
  const sent: MyLessonReport[] = []
  const { inputsOf } = await opening({
    listMyLessonReports: () => sent,
    reportLesson: () => {
      sent.push(report({ kind: 'typo', words: 'Buckket' }))
      return sent[0]
    },
  })
  await expect.element(page.getByRole('region', { name: 'Reported errors' })).not.toBeInTheDocument()
  await button().click()
  await dialog().getByLabelText('What is it?').selectOptions('A typing mistake')
  await dialog().getByLabelText('Tell us more').fill('  Buckket ')
  await dialog().getByRole('button', { name: 'Send the report' }).click()
  await expect.element(page.getByText('Thank you. We will look into it and reply by e-mail.')).toBeVisible()
  expect(inputsOf('reportLesson')).toEqual([{ ...place, lessonReportPayload: { kind: 'typo', words: 'Buckket' } }])
  const mine = page.getByRole('region', { name: 'Reported errors' })
  await expect.element(mine).toMatchTextContent(/Sent.*A typing mistake.*Buckket/)
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('what is missing and what is refused is said in the dialog, and what was written stays', async () => {
  let error = new ApiError('invalid', 'Please check the form.', {
    errors: [{ field: 'words', message: 'Tell us what is wrong, in a few words' }],
  })
  await opening({
    listMyLessonReports: [],
    reportLesson: () => {
      throw error
    },
  })
  await button().click()
  await dialog().getByRole('button', { name: 'Send the report' }).click()
  await expect.element(dialog().getByText('Tell us what is wrong, in a few words')).toBeVisible()
  error = new ApiError('conflict', 'We have 3 reports of yours about this lesson, and answer those first.')
  await dialog().getByLabelText('Tell us more').fill('Once more')
  await dialog().getByRole('button', { name: 'Send the report' }).click()
  await expect.element(dialog().getByRole('alert')).toMatchTextContent(/answer those first/)
  await expect.element(dialog().getByLabelText('Tell us more')).toHaveValue('Once more')
})

test('the state of my reports is shown as text below the lesson', async () => {
  await opening({
    listMyLessonReports: [
      report({ position_seconds: 192 }),
      report({ id: '00000000-0000-4000-8000-0000000000e2', state: 'closed', answer: 'It is called logs now.' }),
      report({ id: '00000000-0000-4000-8000-0000000000e3', state: 'closed' }),
    ],
  })
  const mine = page.getByRole('region', { name: 'Reported errors' })
  await expect.element(mine).toMatchTextContent(/Sent.*at 3:12.*<b>another<\/b> bucket/)
  await expect.element(mine).toMatchTextContent(/Our answer: It is called logs now\./)
  await expect.element(mine).toMatchTextContent(/Our answer: We have looked at it\. Thank you\./)
})

test('the lesson works even if its reports cannot be loaded', async () => {
  await opening({ listMyLessonReports: new ApiError('unavailable', 'The database rests.') })
  await expect.element(page.getByRole('heading', { level: 1, name: 'What to keep' })).toBeVisible()
  await expect.element(button()).toBeVisible()
})

// The light theme has the same markup, and its colors are in the long tests.
test.for(import.meta.env.LONG ? ['light', 'dark'] : ['dark'])(
  'on a phone and on a desk, in %s, a machine finds no fault',
  async (theme) => {
    document.documentElement.dataset.theme = theme
    onTestFinished(() => {
      delete document.documentElement.dataset.theme
    })
    for (const width of [390, 1280]) {
      await page.viewport(width, 800)
      const { unmount } = await opening({ listMyLessonReports: [report({ state: 'accepted' })] })
      await expect.element(page.getByText('We are on it')).toBeVisible()
      await button().click()
      await expect.element(dialog()).toBeVisible()
      const { violations } = await axe.run(document.body)
      expect(violations.map(({ id, nodes }) => `${width}: ${id} ${nodes[0]?.html}`)).toEqual([])
      await unmount()
    }
  },
)
