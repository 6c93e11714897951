import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { courseRecord, outline } from '../../../test/answers.ts'
import { type Answers, openAdmin } from '../../../test/openAdmin.tsx'

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

test('the outline is walked, moved, told and saved by the keyboard alone', async () => {
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
  await expect.element(page.getByText('The outline is saved')).toBeVisible()
  const [{ slug, sectionsEdit }] = saveSections.mock.calls[0] as unknown as [
    { slug: string; sectionsEdit: { version: number; sections: { lessons: { slug: string }[] }[] } },
  ]
  expect([slug, sectionsEdit.version]).toEqual(['aws', 7])
  expect(sectionsEdit.sections.map(({ lessons }) => lessons.map(({ slug }) => slug))).toEqual([
    ['lesson-1'],
    ['lesson-2', 'lesson-3'],
  ])
})
