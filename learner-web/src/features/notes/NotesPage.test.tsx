import { ApiError, type Note } from '@flagyard/api-types'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'
import { expectAccessible } from '../../../test/axe.ts'
import { time } from '../../../test/classroom.ts'
import { watchDownloads } from '../../../test/downloads.ts'
import { note } from '../../../test/notes.ts'

const as = sessionOf()
const lesson = note().lesson
const film = note({ text: 'The deputy is confused', position_seconds: 192, lesson: { ...lesson, title: 'A film' } })
const gone = note({ text: 'Of an old lesson', lesson: { ...lesson, title: 'An old lesson', opens: null } })
const bookmark = { id: '00000000-0000-4000-8000-00000000b001', created_at: time(0), lesson }
const answers = {
  listMyNotes: { notes: [film, gone], next: null },
  listNotedCourses: [{ slug: 'aws', title: 'AWS Foundations', notes: 2 }],
  listMyBookmarks: [bookmark],
}
const link = (name: string | RegExp) => page.getByRole('link', { name })

test('notes of all courses lead to their second; one of a lesson that has left its course keeps its title', async () => {
  await open('/notes', { as, answers })
  await expect
    .element(link('3:12, A film'))
    .toHaveAttribute('href', '/classroom/aws?section=identity&lesson=notes&at=192')
  await expect.element(page.getByRole('heading', { name: 'An old lesson' })).toBeVisible()
  await expect.element(page.getByText(/No longer part of the course/)).toBeVisible()
  await expect.element(link('An old lesson')).not.toBeInTheDocument()
  await expect.element(link('What to keep')).toHaveAttribute('href', '/classroom/aws?section=identity&lesson=notes')
  await expectAccessible()
})

test('a search and a course narrow them, stay in the address, and say when nothing is found', async () => {
  const { path, inputsOf } = await open('/notes', {
    as,
    answers: {
      ...answers,
      listMyNotes: ({ q }: { q?: string }) => ({ notes: q ? [] : [film, gone], next: null }),
    },
  })
  await page.getByLabelText('Course').selectOptions('AWS Foundations (2)')
  await page.getByLabelText('Search your notes').fill('nowhere')
  await expect.element(page.getByText('No matching notes')).toBeVisible()
  expect(path()).toBe('/notes?course=aws&q=nowhere')
  expect(inputsOf('listMyNotes').at(-1)).toEqual({ q: 'nowhere', course: 'aws' })
  await page.getByRole('button', { name: 'Show all notes' }).click()
  await expect.element(page.getByText('The deputy is confused')).toBeVisible()
  expect(path()).toBe('/notes')
})

test('a long list is shown page by page', async () => {
  const { inputsOf } = await open('/notes', {
    as,
    answers: {
      ...answers,
      listMyNotes: ({ before }: { before?: string }) =>
        before ? { notes: [gone], next: null } : { notes: [film], next: 'a cursor' },
    },
  })
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.element(page.getByText('Of an old lesson')).toBeVisible()
  await expect.element(page.getByText('The deputy is confused')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
  expect(inputsOf('listMyNotes')).toEqual([{}, { before: 'a cursor' }])
})

test('notes are downloaded, and one is deleted', async () => {
  const downloads = watchDownloads()
  onTestFinished(downloads.stop)
  let notes: Note[] = [film, gone]
  await open('/notes', {
    as,
    answers: {
      ...answers,
      listMyNotes: () => ({ notes, next: null }),
      downloadNotes: () => new Response('# My notes', { headers: { 'content-type': 'text/markdown' } }),
      deleteNote: ({ id }: { id: string }) => {
        notes = notes.filter((one) => one.id !== id)
        return null
      },
    },
  })
  await page.getByRole('button', { name: 'Download all notes' }).click()
  await expect.poll(() => downloads.names).toEqual(['notes.md'])
  await page.getByRole('article').filter({ hasText: 'An old lesson' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the note' }).click()
  await expect.element(page.getByText('Of an old lesson')).not.toBeInTheDocument()
})

test('a learner without notes reads where to write them; a failure can be tried again', async () => {
  let fails = true
  await open('/notes', {
    as,
    answers: {
      ...{ listNotedCourses: [], listMyBookmarks: [] },
      listMyNotes: () => {
        if (fails) throw new ApiError('unavailable', 'Busy at the moment.')
        return { notes: [], next: null }
      },
    },
  })
  await expect.element(page.getByText('We could not load your notes')).toBeVisible()
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('No notes yet')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /Download/ })).not.toBeInTheDocument()
})

test('a note that did not get through is named, with the way to its lesson', async () => {
  const place = { course: 'aws', section: 'identity', lesson: 'role' }
  const draft = {
    ...{ key: 'k', place, title: 'Assume the wrong role', position_seconds: 3, id: null },
    ...{ version: 0, kept: '', sent: null, text: 'Typed' },
  }
  const key = `note_drafts:${as.user.id}`
  localStorage.setItem(key, JSON.stringify([draft]))
  onTestFinished(() => localStorage.removeItem(key))
  await open('/notes', { as, answers })
  await expect.element(page.getByText(/1 note in this browser could not be saved yet/)).toBeVisible()
  await expect
    .element(link('Assume the wrong role'))
    .toHaveAttribute('href', '/classroom/aws?section=identity&lesson=role')
})

test('a bookmark is removed', async () => {
  const { inputsOf } = await open('/notes', { as, answers: { ...answers, deleteBookmark: null } })
  await page.getByRole('button', { name: 'Remove the bookmark of What to keep' }).click()
  await expect.element(page.getByRole('heading', { name: 'Bookmarks' })).not.toBeInTheDocument()
  expect(inputsOf('deleteBookmark')).toEqual([{ id: bookmark.id }])
})
