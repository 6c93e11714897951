import { ApiError } from '@flagyard/api-types'
import { courseTabs } from '@flagyard/api-types/console-links'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  auditEntry,
  courseRecord,
  courseRow,
  courseUser,
  lessonId,
  lessonRecord,
  outline,
} from '../../../test/answers.ts'
import { expectAccessible } from '../../../test/axe.ts'
import { type Answers, openAdmin } from '../../../test/openAdmin.tsx'
import { choose, film, storedFilm, tusServer } from '../../../test/tusServer.ts'
import { tabs } from './CourseEdit.tsx'
import { renderCounts } from './outline/OutlineTree.tsx'

const rule = { types: ['vtt'], max_bytes: 1_000_000 }
const uploadRules = {
  kinds: { film: rule, captions: rule, picture: rule, download: rule, archive: rule },
  left_bytes: 1_000_000,
}
const save = page.getByRole('button', { name: 'Save', exact: true })
const opening = (tab: string, answers: Answers = {}) =>
  openAdmin(`/admin/courses/aws${tab && `/${tab}`}`, {
    answers: { getCourseForAdmin: courseRecord(), listLabChoices: [], ...answers },
  })
const rowOf = (title: string) => page.getByRole('row', { name: title, exact: true })
const titlesIn = () =>
  page
    .getByRole('row')
    .elements()
    .map((row) => row.getAttribute('aria-label'))

test('navigates, reorders and saves the outline by keyboard, with announcements', async () => {
  const saveSections = vi.fn(() => ({ outline: outline([1, 2]), archived: [], deleted: [], draft: null }))
  await opening('outline', { saveSections })
  await expect.element(rowOf('Lesson 3')).toBeVisible()
  expect(titlesIn()).toEqual(['Part 1', 'Lesson 1', 'Lesson 2', 'Part 2', 'Lesson 3'])
  await rowOf('Part 1').element().focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(rowOf('Lesson 2')).toHaveFocus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await expect.element(page.getByText('“Lesson 2” is lesson 1 of 2 in “Part 2”.')).toBeInTheDocument()
  await vi.waitFor(() => expect(titlesIn()).toEqual(['Part 1', 'Lesson 1', 'Part 2', 'Lesson 2', 'Lesson 3']))
  await expect.element(rowOf('Lesson 2')).toHaveFocus()
  await save.click()
  await expect.element(page.getByText('Outline saved')).toBeVisible()
  const [{ slug, sectionsEdit }] = saveSections.mock.calls[0] as unknown as [
    { slug: string; sectionsEdit: { version: number; sections: { lessons: { slug: string }[] }[] } },
  ]
  expect([slug, sectionsEdit.version]).toEqual(['aws', 7])
  expect(sectionsEdit.sections.map(({ lessons }) => lessons.map(({ slug }) => slug))).toEqual([
    ['lesson-1'],
    ['lesson-2', 'lesson-3'],
  ])
})

test('renders only visible rows of 500 lessons, and few of them again after a move', async () => {
  const answers = { getCourseForAdmin: courseRecord({ outline: outline(Array.from({ length: 25 }, () => 20)) }) }
  await opening('outline', answers)
  await expect.element(rowOf('Lesson 2')).toBeVisible()
  expect(page.getByRole('row').elements().length).toBeLessThan(60)
  await rowOf('Lesson 2').element().focus()
  const before = renderCounts.rows
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await expect.element(page.getByText('“Lesson 2” is lesson 3 of 20 in “Part 1”.')).toBeInTheDocument()
  await expect.element(rowOf('Lesson 2')).toHaveFocus()
  expect(renderCounts.rows - before).toBeLessThan(60)
})

test('drags a lesson into another section, and undoes a removal', async () => {
  await opening('outline')
  await rowOf('Lesson 3').getByRole('button', { name: 'Edit Lesson 3' }).click()
  const title = page.getByRole('dialog').getByRole('textbox', { name: 'Title' })
  await title.fill('The last one')
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await expect.element(rowOf('The last one')).toBeVisible()
  await userEvent.dragAndDrop(rowOf('The last one'), rowOf('Lesson 1'))
  await expect.element(page.getByText(/“The last one” is lesson \d of 3 in “Part 1”/)).toBeInTheDocument()
  await rowOf('Lesson 1').getByRole('button', { name: 'Remove Lesson 1' }).click()
  await expect.element(rowOf('Lesson 1')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(rowOf('Lesson 1')).toBeVisible()
  await page.getByRole('button', { name: 'Add section' }).click()
  await expect.element(page.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toHaveValue('New section')
})

test('shows both outlines side by side after a concurrent change, to choose either', async () => {
  let stored = courseRecord()
  const saveSections = vi.fn(({ sectionsEdit }: { sectionsEdit: { version: number } }) => {
    if (sectionsEdit.version !== stored.outline.version) throw new ApiError('stale_version', 'Somebody was faster.')
    return { outline: { ...stored.outline, version: 9 }, archived: ['Old lesson'], deleted: [], draft: null }
  })
  await opening('outline', { getCourseForAdmin: () => stored, saveSections })
  await expect.element(rowOf('Lesson 1')).toBeVisible()
  await rowOf('Lesson 1').element().focus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  stored = courseRecord({ outline: { ...outline([2, 2]), version: 8 } })
  await save.click()
  const sides = page.getByRole('group', { name: 'Sections and lessons' })
  await expect.element(sides.getByText(/Lesson 4/)).toBeVisible()
  await sides.getByRole('button', { name: 'Take theirs' }).click()
  await expect.element(rowOf('Lesson 4')).toBeVisible()
  await sides.getByRole('button', { name: 'Take mine' }).click()
  await expect.element(rowOf('Lesson 4')).not.toBeInTheDocument()
  await save.click()
  await expect.element(page.getByText(/Old lesson/)).toBeVisible()
  expect(saveSections.mock.lastCall?.[0].sectionsEdit.version).toBe(8)
})

/** Scripts that an author could try to run in a learner's page. */
const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(2)>',
  '<svg onload=alert(3)></svg>',
  '[x](javascript:alert(4))',
  '[x](JaVa&#x53;cript:alert(5))',
  '![x](javascript:alert(6))',
  '<iframe srcdoc="<script>alert(7)</script>"></iframe>',
  '<a href="data:text/html,<script>alert(8)</script>">x</a>',
  '<math><mtext></table><img src=x onerror=alert(9)></mtext></math>',
  '[x]: javascript:alert(10)\n\n[x]',
  '<style>@import "//e.example/x.css"</style>',
  '```html\n<script>alert(11)</script>\n```',
]

test('previews a lesson without running scripts in it', async () => {
  const alerted = vi.spyOn(window, 'alert').mockImplementation(() => {})
  const saveLesson = vi.fn(({ lessonEdit }: { lessonEdit: object }) => ({
    ...lessonRecord(1),
    ...lessonEdit,
    version: 6,
  }))
  await opening(`outline/${lessonId(1)}`, { getLesson: lessonRecord(1), saveLesson })
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  const preview = page.getByRole('region', { name: 'Preview for learners' })
  await expect.element(preview.getByText('this')).toBeVisible()
  await text.fill(`${attacks.join('\n\n')}\n\nThe end`)
  await expect.element(preview.getByText('The end')).toBeVisible()
  const room = preview.element()
  expect(room.querySelector('script, iframe, style, svg[onload], [onerror], [srcdoc]')).toBeNull()
  expect(
    [...room.querySelectorAll('a, img')].map((one) => one.getAttribute('href') ?? one.getAttribute('src')),
  ).toEqual([])
  expect(alerted).not.toHaveBeenCalled()

  await text.fill('plain')
  const area = text.element() as HTMLTextAreaElement
  area.focus()
  area.select()
  await userEvent.keyboard('{Control>}b{/Control}')
  await expect.element(text).toHaveValue('**plain**')
  await expect.element(preview.getByText('plain')).toBeVisible()
  area.setSelectionRange(0, area.value.length)
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await userEvent.keyboard('{Enter}next')
  await expect.element(text).toHaveValue('- **plain**\n- next')
  await save.click()
  await vi.waitFor(() =>
    expect(saveLesson).toHaveBeenCalledWith({
      slug: 'aws',
      id: lessonId(1),
      lessonEdit: { version: 5, body: '- **plain**\n- next' },
    }),
  )
  await text.fill('x'.repeat(262_145))
  await save.click()
  await expect.element(page.getByText('Too long. The maximum is 256 kB.')).toBeVisible()
  expect(saveLesson).toHaveBeenCalledOnce()
})

test('blocks saving a lesson while its video is uploading', async () => {
  const server = tusServer()
  const saveLesson = vi.fn(() => lessonRecord(2, { kind: 'video' }))
  await opening(`outline/${lessonId(2)}`, {
    ...server.answers,
    getLesson: lessonRecord(2, { kind: 'video', video: null, captions: [] }),
    saveLesson,
  })
  await page.getByRole('textbox', { name: 'Text' }).fill('How IAM decides')
  await expect.element(save).toBeEnabled()
  const { promise, resolve: open } = Promise.withResolvers<void>()
  server.gate = promise
  choose(film(), 'Video')
  await expect.element(save).toBeDisabled()
  await expect.element(page.getByText('A file is still uploading. Save when the upload is complete.')).toBeVisible()
  open()
  await save.click()
  await expect.poll(() => saveLesson.mock.calls).toHaveLength(1)
  expect(saveLesson).toHaveBeenCalledWith(
    expect.objectContaining({ lessonEdit: expect.objectContaining({ video: storedFilm.name }) }),
  )
})

test('edits captions at the times of the video, and requires applying them before the lesson is saved', async () => {
  const getLessonVideo = {
    url: '/none.webm',
    captions: [{ lang: 'en', label: 'English', url: '/none.vtt' }],
    chapters: [],
    duration_seconds: 31,
    expires_at: new Date().toISOString(),
  }
  const captions = [{ lang: 'en', label: 'English', file: 'old.vtt' }]
  const saveLesson = vi.fn(() => lessonRecord(2))
  vi.spyOn(window, 'fetch').mockImplementation(async () => new Response('WEBVTT\n\n00:05.000 --> 00:06.000\nHello'))
  await opening(`outline/${lessonId(2)}`, {
    getLesson: lessonRecord(2, { kind: 'video', video: 'film.webm', captions }),
    getLessonVideo,
    getUploadRules: uploadRules,
    saveLesson,
  })
  await page.getByRole('button', { name: 'Edit captions' }).click()
  const text = page.getByRole('textbox', { name: 'Captions (WebVTT)' })
  await page.getByRole('button', { name: 'Show 00:00:05.000: Hello' }).click()
  await page.getByRole('button', { name: 'Set start: Hello' }).click()
  await page.getByRole('button', { name: 'Add cue at current time' }).click()
  await expect.element(page.getByRole('list', { name: 'Cues' }).getByText('…')).toBeVisible()
  await text.fill('WEBVTT\n\n00:09.000 --> 00:06.000\nHello')
  await expect.element(page.getByText(/ends before it starts/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Apply captions' })).toBeDisabled()
  await save.click()
  await expect.element(page.getByText('Apply or discard your caption edits first.')).toBeVisible()
  expect(saveLesson).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Discard edits' }).click()
  await expect.element(text).not.toBeInTheDocument()
  // The discard button has been removed, so the next Tab goes to the button that replaced it.
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: 'Edit captions' })).toHaveFocus()
})

test('adds chapters at the current time, rejects two at the same second, and saves them in order', async () => {
  const saveLesson = vi.fn(() => lessonRecord(2))
  await opening(`outline/${lessonId(2)}`, {
    getLesson: lessonRecord(2, {
      kind: 'video',
      video: 'film.webm',
      chapters: [{ second: 8, title: 'The simulator' }],
    }),
    getLessonVideo: {
      url: '/none.webm',
      captions: [],
      chapters: [],
      duration_seconds: 31,
      expires_at: new Date().toISOString(),
    },
    getUploadRules: uploadRules,
    saveLesson,
  })
  const chapters = page.getByRole('group', { name: 'Chapters' })
  await chapters.getByRole('button', { name: 'Add chapter at current time' }).click()
  await chapters
    .getByLabelText(/^Title/)
    .nth(1)
    .fill('The question')
  await chapters
    .getByLabelText(/^Second/)
    .nth(1)
    .fill('8')
  await save.click()
  await expect.element(page.getByText('Two chapters start at the same second. Change one of them.')).toBeVisible()
  expect(saveLesson).not.toHaveBeenCalled()
  await chapters
    .getByLabelText(/^Second/)
    .nth(1)
    .fill('2')
  await save.click()
  await expect.poll(() => saveLesson.mock.calls).toHaveLength(1)
  const sent = [
    { second: 2, title: 'The question' },
    { second: 8, title: 'The simulator' },
  ]
  expect(saveLesson).toHaveBeenCalledWith(
    expect.objectContaining({ lessonEdit: expect.objectContaining({ chapters: sent }) }),
  )
})

test('lists what is missing with links, and publishes now or on schedule', async () => {
  const missing = [
    { code: 'captions' as const, message: 'The film of “Lesson 2” has no captions.', lesson_id: lessonId(2) },
    { code: 'price' as const, message: 'Say what the course costs, 0 for free.', lesson_id: null },
    { code: 'lessons' as const, message: 'The course needs a required lesson.', lesson_id: null },
  ]
  let stored = courseRecord({ missing, allowed: ['update', 'publish', 'archive', 'delete'] })
  const publishCourse = vi.fn(({ publication }: { publication: { at?: string } }) => {
    if (stored.missing.length > 0) throw new ApiError('conflict', 'Two things are missing.')
    stored = publication.at
      ? { ...stored, planned: { at: publication.at, by: 'ada', refused: null }, allowed: ['cancel_publication'] }
      : { ...stored, status: 'published' }
    return stored
  })
  await opening('publish', { getCourseForAdmin: () => stored, publishCourse })
  const list = page.getByRole('list', { name: 'Missing' })
  await expect.element(list.getByText(/no captions/)).toBeVisible()
  await expect
    .element(list.getByRole('link', { name: 'Edit lesson' }))
    .toHaveAttribute('href', `/admin/courses/aws/outline/${lessonId(2)}`)
  await expect.element(list.getByRole('link', { name: 'Edit details' })).toHaveAttribute('href', '/admin/courses/aws')
  await expect
    .element(list.getByRole('link', { name: 'Edit outline' }))
    .toHaveAttribute('href', '/admin/courses/aws/outline')
  await page.getByRole('button', { name: 'Publish now…' }).click()
  const named = page.getByRole('dialog').getByRole('list', { name: 'Missing' }).getByRole('listitem')
  for (const { message } of missing) await expect.element(named.getByText(message)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
  await expect.element(page.getByRole('dialog').getByText('Two things are missing.')).toBeVisible()
  stored = { ...stored, missing: [] }
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Schedule…' }).click()
  await page.getByRole('textbox', { name: 'Date and time' }).fill('2030-05-01T09:00')
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
  await expect.element(page.getByText(/Scheduled for 1 May 2030/).first()).toBeVisible()
  expect(publishCourse.mock.lastCall?.[0].publication).toEqual({
    version: 12,
    at: new Date('2030-05-01T09:00').toISOString(),
  })
})

test('removes and restores learners, and reports unknown beta testers by name', async () => {
  let user = courseUser('mara')
  const changeBetaTesters = vi.fn(() => ({
    added: ['jon'],
    already_in: [],
    removed: [],
    not_in: [],
    unknown: ['nobody'],
  }))
  const answers: Answers = {
    listCourseUsers: ({ filter }: { filter?: string }) => (filter?.includes('beta') ? [] : [user]),
    removeCourseUser: () => {
      user = { ...user, state: 'revoked', allowed: ['restore'] }
      return { restore_until: new Date(Date.now() + 600_000).toISOString() }
    },
    restoreCourseUser: () => {
      user = courseUser('mara')
      return null
    },
    changeBetaTesters,
  }
  const { inputsOf } = await opening('learners', answers)
  await page.getByRole('button', { name: 'Remove mara' }).click()
  await page.getByRole('button', { name: 'Undo the removal of mara' }).click()
  await expect.element(page.getByRole('button', { name: 'Remove mara' })).toBeVisible()
  expect(inputsOf('listCourseUsers')[0]).toMatchObject({ slug: 'aws', filter: '{}' })
  await page.getByRole('tab', { name: 'Beta testers' }).click()
  // The filter for beta testers is not shown as a chip, so it cannot be cleared.
  await expect.element(page.getByText(/No beta testers/)).toBeVisible()
  await page.getByRole('button', { name: 'Add or remove…' }).click()
  await page.getByRole('textbox', { name: 'Add' }).fill('Jon, nobody')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Added: jon. Unknown usernames: nobody.')).toBeVisible()
  expect(changeBetaTesters).toHaveBeenCalledWith({ slug: 'aws', betaEdit: { add: ['jon', 'nobody'], remove: [] } })
})

test('creates a course with a slug from its title, and opens its editor', async () => {
  const saveCourse = vi.fn(() => courseRecord({ title: 'Über Cloud & IAM' }))
  const { path } = await openAdmin('/admin/courses', {
    answers: { listCoursesForAdmin: [courseRow('aws')], saveCourse, getCourseForAdmin: courseRecord() },
  })
  await page.getByRole('link', { name: 'New course' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Über Cloud & IAM')
  await expect.element(page.getByRole('textbox', { name: 'Slug' })).toHaveValue('uber-cloud-iam')
  await save.click()
  await vi.waitFor(() => expect(path()).toBe('/admin/courses/aws'))
  expect(saveCourse).toHaveBeenCalledWith({
    slug: 'uber-cloud-iam',
    courseEdit: { title: 'Über Cloud & IAM', level: 'beginner' },
  })
})

test('rejects a negative price typed into an empty field', async () => {
  const saveCourse = vi.fn(() => courseRecord())
  const { inputsOf } = await opening('', { getCourseForAdmin: courseRecord({ price: null }), saveCourse })
  const price = page.getByRole('spinbutton', { name: 'Price' })
  await price.click()
  await userEvent.keyboard('-149')
  await expect.element(price).toHaveValue(-149)
  await save.click()
  await expect.element(page.getByText('Enter an amount from 0 with at most two decimals')).toBeVisible()
  await expect.element(price).toHaveFocus()
  await userEvent.keyboard('{Home}{Delete}')
  await expect.element(price).toHaveValue(149)
  await save.click()
  await vi.waitFor(() =>
    expect(inputsOf('saveCourse')).toEqual([
      { slug: 'aws', courseEdit: { version: 3, price: { amount: 14_900, currency: 'EUR' } } },
    ]),
  )
})

test('marks the feedback form of a course as archived', async () => {
  await opening('certificate', {
    getCourseForAdmin: courseRecord({ feedback_form: 'last-year' }),
    listFeedbackForms: [],
  })
  await expect.element(page.getByRole('combobox', { name: 'Feedback form' })).toHaveTextContent('last-year (archived)')
})

test('every tab has a path and passes the accessibility checks', async () => {
  expect(tabs.map(({ path }) => path)).toEqual(['', ...courseTabs])
  const answers: Answers = {
    listFeedbackForms: [],
    listCourseUsers: [courseUser('mara')],
    listCourseRevisions: [],
    listAudit: [auditEntry({ subject_type: 'course', subject_id: 'aws' })],
    getLesson: lessonRecord(1, { kind: 'video', video: 'film.webm' }),
    getLessonVideo: {
      url: '/none.webm',
      captions: [],
      chapters: [],
      duration_seconds: 30,
      expires_at: new Date().toISOString(),
    },
    getUploadRules: uploadRules,
  }
  await opening('', answers)
  for (const { label } of tabs) {
    await page.getByRole('tab', { name: label, exact: true }).click()
    await expect.element(page.getByRole('tabpanel', { name: label })).toBeVisible()
    await expect.element(page.getByRole('status', { name: /^Loading/ })).not.toBeInTheDocument()
    await expectAccessible(page.getByRole('tabpanel').element())
  }
})
