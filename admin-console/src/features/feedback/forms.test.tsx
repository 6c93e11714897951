import { ApiError, type FeedbackFormRecord } from '@flagyard/api-types'
import { contentTabs } from '@flagyard/api-types/console-links'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ago, auditEntry, courseRecord, formRow } from '../../../test/answers.ts'
import { expectAccessible } from '../../../test/axe.ts'
import { type Answers, openAdmin } from '../../../test/openAdmin.tsx'

const FORM = '00000000-0000-4000-8000-000000000007'
const idOf = (number: number) => `00000000-0000-4000-8000-00000000010${number}`
const clear = { id: idOf(1), kind: 'rating', label: 'How clear was it?', choices: [], required: true } as const
const pace = {
  id: idOf(2),
  kind: 'single',
  label: 'How was the pace?',
  choices: ['Slow', 'Fast'],
  required: false,
} as const

const formRecord = (changes: Partial<FeedbackFormRecord> = {}): FeedbackFormRecord => ({
  id: FORM,
  slug: 'after-the-course',
  title: 'After the course',
  intro: 'Two minutes.',
  anonymity_threshold: 3,
  archived_at: null,
  version: 3,
  form_version: 2,
  version_responses: 0,
  responses: 0,
  questions: [
    { ...clear, choices: [], slug: 'clear', answered: false },
    { ...pace, choices: [...pace.choices], slug: 'pace', answered: false },
  ],
  courses: [{ slug: 'aws', title: 'Cloud AWS', status: 'published', feedback_share: 0.8, responses: 31 }],
  created_at: ago(40),
  updated_at: ago(3),
  allowed: ['update', 'archive', 'duplicate'],
  ...changes,
})
const answered = formRecord({
  version_responses: 31,
  responses: 40,
  questions: formRecord().questions.map((question) => ({ ...question, answered: true })),
})
const saved = (form: FeedbackFormRecord, changes = {}) => ({
  form,
  new_version: false,
  archived: [],
  deleted: [],
  ...changes,
})

const opening = (tab: string, answers: Answers) => openAdmin(`/admin/feedback_forms/${FORM}${tab}`, { answers })
const save = page.getByRole('button', { name: 'Save' })

test('adds, edits and reorders questions by keyboard, and saves the whole list', async () => {
  const { getByRole, getByText, inputsOf } = await opening('', {
    getFeedbackFormForAdmin: formRecord(),
    saveFormQuestions: saved(formRecord({ version: 4 })),
  })
  await getByRole('button', { name: 'Add question' }).click()
  await getByRole('textbox', { name: 'Question' }).nth(2).fill('What helped?')
  await getByRole('combobox', { name: 'Kind' }).nth(2).click()
  await getByRole('option', { name: 'Multiple choice' }).click()
  await getByRole('textbox', { name: 'Choices' }).nth(1).fill('Labs\n\n')
  await save.click()
  await expect.element(getByText('Enter at least two choices')).toBeVisible()
  await getByRole('textbox', { name: 'Choices' }).nth(1).fill('Labs\nLabs')
  await expect.element(getByText('“Labs” is listed twice')).toBeVisible()
  await getByRole('textbox', { name: 'Choices' }).nth(1).fill('Labs\nFilms')
  const order = getByRole('grid', { name: 'Order of the questions' })
  ;(order.getByRole('row', { name: 'What helped?' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.element(getByText('Moved “What helped?” to position 2 of 3.')).toBeInTheDocument()
  await save.click()
  await vi.waitFor(() =>
    expect(inputsOf('saveFormQuestions')).toEqual([
      {
        form_id: FORM,
        formQuestionsEdit: {
          version: 3,
          questions: [
            clear,
            { kind: 'multiple', label: 'What helped?', choices: ['Labs', 'Films'], required: false },
            pace,
          ],
        },
      },
    ]),
  )
  await expect.element(getByText('Questions saved.')).toBeVisible()
})

test('updates a question that was saved before instead of adding it twice', async () => {
  type Sent = { formQuestionsEdit: { questions: FeedbackFormRecord['questions'] } }
  let stored = formRecord()
  const { getByRole, getByText, inputsOf } = await opening('', {
    getFeedbackFormForAdmin: () => stored,
    saveFormQuestions: ({ formQuestionsEdit: { questions } }: Sent) => {
      const settled = questions.map((question, at) => ({
        ...question,
        id: question.id ?? idOf(3 + at),
        slug: `q-${at}`,
        answered: false,
      }))
      stored = formRecord({ version: stored.version + 1, questions: settled })
      return saved(stored)
    },
  })
  await getByRole('button', { name: 'Add question' }).click()
  await getByRole('textbox', { name: 'Question' }).nth(2).fill('Anything else?')
  await save.click()
  await expect.element(getByText('Questions saved.')).toBeVisible()
  await getByRole('textbox', { name: 'Question' }).nth(2).fill('Is there anything else?')
  await save.click()
  await vi.waitFor(() => expect(inputsOf('saveFormQuestions')).toHaveLength(2))
  expect(inputsOf('saveFormQuestions').at(-1)).toMatchObject({
    formQuestionsEdit: {
      version: 4,
      questions: [{ id: clear.id }, { id: pace.id }, { id: idOf(5), label: 'Is there anything else?' }],
    },
  })
})

test('announces before and after a save that the form gets a new version', async () => {
  const next = formRecord({ version: 4, form_version: 3, questions: answered.questions.slice(0, 1) })
  const { getByRole, getByText, inputsOf } = await opening('', {
    getFeedbackFormForAdmin: answered,
    saveFormQuestions: saved(next, { new_version: true, archived: [pace.label] }),
  })
  await expect
    .element(getByRole('note'))
    .toMatchTextContent(/Version 2 has 31 responses\. Your changes become version 3/)
  await getByRole('button', { name: 'Remove' }).nth(1).click()
  await save.click()
  await expect
    .element(getByText('Questions saved as version 3. Archived because they have answers: “How was the pace?”.'))
    .toBeVisible()
  expect(inputsOf('saveFormQuestions')).toEqual([
    { form_id: FORM, formQuestionsEdit: { version: 3, questions: [clear] } },
  ])
})

test('shows both lists of questions side by side after a concurrent change', async () => {
  let stored = formRecord()
  const { getByRole, inputsOf } = await opening('', {
    getFeedbackFormForAdmin: () => stored,
    saveFormQuestions: ({ formQuestionsEdit }: { formQuestionsEdit: { version: number } }) => {
      if (formQuestionsEdit.version === stored.version) return saved(stored)
      throw new ApiError('stale_version', 'Somebody was faster.')
    },
  })
  await getByRole('textbox', { name: 'Question' }).first().fill('Was it clear?')
  stored = formRecord({ version: 9, questions: formRecord().questions.slice(1) })
  await save.click()
  const conflict = getByRole('alert', { name: 'Concurrent changes' })
  await expect.element(conflict).toMatchTextContent(/Was it clear\? \(Rating, 1 to 5, required\)/)
  await conflict.getByRole('button', { name: 'Take theirs' }).click()
  await conflict.getByRole('button', { name: 'Take mine' }).click()
  await save.click()
  await vi.waitFor(() =>
    expect(inputsOf('saveFormQuestions').at(-1)).toMatchObject({
      formQuestionsEdit: { version: 9, questions: [{ label: 'Was it clear?' }, { label: pace.label }] },
    }),
  )
})

test('creates a form with a slug from its title, and opens its questions', async () => {
  const { getByRole, getByText, inputsOf, path } = await openAdmin('/admin/feedback_forms', {
    answers: {
      listFeedbackForms: [formRow()],
      createFeedbackForm: formRecord({ questions: [] }),
      getFeedbackFormForAdmin: formRecord({ questions: [] }),
    },
  })
  await getByRole('link', { name: 'New form' }).click()
  await getByRole('textbox', { name: 'Title' }).fill('After the course')
  await getByRole('textbox', { name: 'Introduction' }).fill('Two minutes.')
  await save.click()
  await vi.waitFor(() => expect(path()).toBe(`/admin/feedback_forms/${FORM}`))
  await expect.element(getByText('Form created. Add its questions next')).toBeVisible()
  expect(inputsOf('createFeedbackForm')).toEqual([
    { feedbackFormEdit: { title: 'After the course', slug: 'after-the-course', intro: 'Two minutes.' } },
  ])
})

test('sends only changed settings, and rejects a minimum of one response', async () => {
  const { getByRole, getByText, inputsOf } = await opening('/settings', {
    getFeedbackFormForAdmin: answered,
    updateFeedbackForm: ({
      feedbackFormEdit: { anonymity_threshold = 0 },
    }: {
      feedbackFormEdit: { anonymity_threshold?: number }
    }) => {
      if (anonymity_threshold < 2)
        throw new ApiError('invalid', 'Please check what you entered.', {
          errors: [{ field: 'anonymity_threshold', message: 'Too small: at least 2' }],
        })
      return { ...answered, anonymity_threshold, version: 4, form_version: 3, version_responses: 0 }
    },
  })
  await expect.element(getByRole('note')).toMatchTextContent(/the form becomes version 3/)
  const group = getByRole('spinbutton', { name: 'Minimum number of responses' })
  await group.fill('1')
  await save.click()
  await expect.element(getByText('Too small: at least 2')).toBeVisible()
  await group.fill('5')
  await save.click()
  await expect.element(getByText('Form saved')).toBeVisible()
  expect(inputsOf('updateFeedbackForm').at(-1)).toEqual({
    form_id: FORM,
    feedbackFormEdit: { version: 3, anonymity_threshold: 5 },
  })
})

test('distinguishes forms in use, unused and archived ones', async () => {
  const rows = [
    formRow(),
    formRow({ id: idOf(4), title: 'New', courses: 0 }),
    formRow({ id: idOf(5), title: 'Old', archived_at: ago(9) }),
  ]
  const { getByRole } = await openAdmin('/admin/feedback_forms', { answers: { listFeedbackForms: rows } })
  await expect.element(getByRole('row', { name: /After the course In use/ })).toBeVisible()
  await expect.element(getByRole('row', { name: /New Not used/ })).toBeVisible()
  await expect.element(getByRole('row', { name: /Old Archived/ })).toBeVisible()
})

test('archives a form that has responses, and restores it', async () => {
  let stored = answered
  const { getByRole, inputsOf } = await opening('', {
    getFeedbackFormForAdmin: () => stored,
    updateFeedbackForm: ({ feedbackFormEdit: { archived } }: { feedbackFormEdit: { archived: boolean } }) => {
      stored = {
        ...answered,
        version: 4,
        archived_at: archived ? ago(0) : null,
        allowed: archived ? ['restore'] : ['archive'],
      }
      return stored
    },
  })
  await getByRole('button', { name: 'Archive…' }).click()
  await expect
    .element(getByRole('dialog'))
    .toMatchTextContent(/40 responses stay readable.*Cloud AWS will not request feedback/)
  await getByRole('button', { name: 'Archive form' }).click()
  await getByRole('button', { name: 'Restore' }).click()
  await expect.element(getByRole('button', { name: 'Archive…' })).toBeVisible()
  expect(inputsOf('updateFeedbackForm')).toEqual([
    { form_id: FORM, feedbackFormEdit: { version: 3, archived: true } },
    { form_id: FORM, feedbackFormEdit: { version: 4, archived: false } },
  ])
})

test('reports that a form was archived because it received answers in the meantime', async () => {
  const { getByRole, getByText, path } = await opening('', {
    getFeedbackFormForAdmin: formRecord({ courses: [], allowed: ['delete'] }),
    deleteFeedbackForm: { outcome: 'archived' },
    listFeedbackForms: [],
  })
  await getByRole('button', { name: 'Delete…' }).click()
  await getByRole('button', { name: 'Delete form' }).click()
  await expect.element(getByText(/The form received answers in the meantime/)).toBeVisible()
  expect(path()).toMatch(/^\/admin\/feedback_forms/)
})

test('duplicates a form under a new title, and opens the copy', async () => {
  const { getByRole, inputsOf, path } = await opening('', {
    getFeedbackFormForAdmin: ({ form_id }: { form_id: string }) => formRecord({ id: form_id }),
    duplicateFeedbackForm: formRecord({ id: idOf(9) }),
  })
  await getByRole('button', { name: 'Duplicate…' }).click()
  await getByRole('textbox', { name: 'Title of the copy' }).fill('After the lab')
  await getByRole('button', { name: 'Duplicate form' }).click()
  await vi.waitFor(() => expect(path()).toBe(`/admin/feedback_forms/${idOf(9)}`))
  expect(inputsOf('duplicateFeedbackForm')).toEqual([{ form_id: FORM, formCopy: { title: 'After the lab' } }])
})

test('assigns a form to a course, replacing its form, pending publication', async () => {
  const { getByRole, getByText, inputsOf } = await opening('/courses', {
    getFeedbackFormForAdmin: formRecord(),
    listCourseChoices: [
      { id: 'aws', slug: 'aws', title: 'Cloud AWS', status: 'published' },
      { id: 'gcp', slug: 'gcp', title: 'Cloud GCP', status: 'published' },
    ],
    listCoursesWithFeedback: [
      { id: 'gcp', slug: 'gcp', title: 'Cloud GCP', status: 'published', form_id: idOf(8), form: 'Labs', responses: 2 },
    ],
    getCourseForAdmin: courseRecord({ slug: 'gcp', title: 'Cloud GCP', version: 7 }),
    saveCourse: courseRecord({
      title: 'Cloud GCP',
      draft: { saved_at: ago(0), saved_by: 'grace', changes: [] },
    }),
  })
  await expect.element(getByText('Asks after 80% of the course')).toBeVisible()
  await getByRole('button', { name: 'Assign to a course…' }).click()
  await getByRole('combobox', { name: 'Course' }).click()
  await expect.element(getByRole('option', { name: 'Cloud AWS' })).not.toBeInTheDocument()
  await getByRole('option', { name: 'Cloud GCP' }).click()
  await expect.element(getByText(/Replaces the current form, “Labs”/)).toBeVisible()
  await getByRole('spinbutton', { name: /Percent/ }).fill('50')
  await getByRole('button', { name: 'Assign form' }).click()
  await expect.element(getByText('Saved. Publish the changes of Cloud GCP to use the form.')).toBeVisible()
  expect(inputsOf('saveCourse')).toEqual([
    { slug: 'gcp', courseEdit: { version: 7, feedback_form: 'after-the-course', feedback_share: 0.5 } },
  ])
})

test('every tab has a path, is readable without the capability and passes the accessibility checks', async () => {
  const version = {
    id: idOf(6),
    number: 1,
    created_at: ago(40),
    anonymity_threshold: 3,
    responses: 9,
    questions: [{ ...clear, choices: [], label: 'As it was asked' }],
  }
  const answers: Answers = {
    listFeedbackFormVersions: [version],
    listAudit: [auditEntry({ subject_type: 'form', subject_id: 'after-the-course' })],
  }
  for (const allowed of [answered.allowed, []]) {
    const { getByRole, unmount } = await opening('', {
      ...answers,
      getFeedbackFormForAdmin: { ...answered, allowed },
    })
    const tabs = getByRole('tab')
    await expect.element(tabs.first()).toBeVisible()
    expect(tabs.elements()).toHaveLength(1 + contentTabs.feedbackForm.length)
    for (const tab of tabs.elements()) {
      const name = tab.textContent ?? ''
      await getByRole('tab', { name }).click()
      await expect.element(getByRole('tabpanel', { name })).toBeVisible()
      await expect.element(getByRole('status', { name: /^Loading/ })).not.toBeInTheDocument()
      if (name === 'Versions') await page.getByText('Version 1 · 9 responses').click()
      await expectAccessible(getByRole('tabpanel', { name }).element())
    }
    if (allowed.length === 0) await expect.element(save).not.toBeInTheDocument()
    await unmount()
  }
})
