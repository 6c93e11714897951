import { ApiError, type Note } from '@flagyard/api-types'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'
import { expectAccessible } from '../../../test/axe.ts'
import { course, lessonRow, progress, silence, time } from '../../../test/classroom.ts'
import { me } from '../../../test/me.ts'
import { note } from '../../../test/notes.ts'

const as = sessionOf()
const FILM = '/classroom/aws?section=identity&lesson=role'
const READING = '/classroom/aws?section=identity&lesson=notes'
const answers = {
  getCourseProgress: progress(),
  getCourseDetails: course,
  getVideoUrl: { url: silence(20), captions: [], chapters: [], duration_seconds: 20, expires_at: time(900) },
  updateLastSeen: lessonRow({ watched: 0.49, position_seconds: 12, intervals: [[0, 10]] }),
  listMyCourses: [],
  listMyLabs: [],
  listLessonNotes: [],
  listMyBookmarks: [],
}
const video = () => document.querySelector('video') as HTMLVideoElement
const panel = page.getByRole('region', { name: 'Your notes' })
const button = (name: string | RegExp) => panel.getByRole('button', { name })
const field = panel.getByRole('textbox')

/** A server that keeps notes, by the rules of versions. */
function keepNotes(first: Note[] = []) {
  const server = { notes: first, connected: true }
  const find = (id: string) => {
    if (!server.connected) throw new TypeError('Failed to fetch')
    const found = server.notes.find((one) => one.id === id)
    if (!found) throw new ApiError('not_found', 'You have no such note.')
    return found
  }
  const put = (made: Note) => {
    server.notes = [...server.notes.filter(({ id }) => id !== made.id), made]
    return made
  }
  const assertSeen = (found: Note, version: number) => {
    if (found.version !== version) throw new ApiError('stale_version', 'Changed.', { extra: { note: found } })
  }
  const byKey = new Map<string | null, Note>()
  const createNote = vi.fn((input: { noteCreate: Pick<Note, 'text' | 'position_seconds'> }, request: Request) => {
    if (!server.connected) throw new TypeError('Failed to fetch')
    const { text, position_seconds } = input.noteCreate
    const key = request.headers.get('idempotency-key')
    const made = byKey.get(key) ?? put(note({ text, position_seconds }))
    byKey.set(key, made)
    return made
  })
  return {
    server,
    createNote,
    answers: {
      ...answers,
      listLessonNotes: () => server.notes,
      createNote,
      updateNote: ({ id, noteEdit }: { id: string; noteEdit: { text: string; version: number } }) => {
        const found = find(id)
        assertSeen(found, noteEdit.version)
        return put({ ...found, text: noteEdit.text, version: noteEdit.version + 1 })
      },
      deleteNote: ({ id, version }: { id: string; version: string }) => {
        assertSeen(find(id), Number(version))
        server.notes = server.notes.filter((one) => one.id !== id)
        return null
      },
    },
  }
}

beforeEach(() => localStorage.clear())

test('the key n begins a note at the second of the film; it is saved while typed, and its time leads back', async () => {
  const { server, createNote, answers } = keepNotes()
  await open(FILM, { as, answers })
  await expect.element(button('Note at 0:00')).toBeVisible()
  video().currentTime = 7
  await expect.element(button('Note at 0:07')).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('n')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAccessibleName('Your note at 0:07')
  await userEvent.keyboard('now it is typed')
  await expect.element(panel.getByText('Saved.')).toBeVisible()
  await expect.poll(() => server.notes).toMatchObject([{ text: 'now it is typed', position_seconds: 7 }])
  await userEvent.keyboard(', and changed')
  await button('Done').click()
  await expect.element(field).not.toBeInTheDocument()
  expect(server.notes).toMatchObject([{ text: 'now it is typed, and changed', version: 2 }])
  await expect.element(panel.getByText('now it is typed, and changed')).toHaveAttribute('data-sentry-block')
  expect(createNote).toHaveBeenCalledTimes(1)
  video().currentTime = 12
  await button('Go to 0:07').click()
  await expect.poll(() => video().currentTime).toBe(7)
  expect(localStorage.length).toBe(0)
})

test('turned off in the profile, the key n begins a note only while the notes have the focus', async () => {
  const { answers } = keepNotes()
  const setting = page.getByRole('checkbox', { name: 'Single-key shortcuts work anywhere on a page' })
  const profile = await open('/profile', { as, answers: { getMe: me } })
  await setting.click()
  await profile.unmount()
  const lesson = await open(READING, { as, answers })
  await expect.element(button('Write a note')).toBeVisible()
  await userEvent.keyboard('n')
  await expect.element(field).not.toBeInTheDocument()
  ;(button('Write a note').element() as HTMLElement).focus()
  await userEvent.keyboard('n')
  await expect.element(field).toHaveFocus()
  await lesson.unmount()
  await open('/profile', { as, answers: { getMe: me } })
  await expect.element(setting).not.toBeChecked()
  await setting.click()
})

test('an address with a second opens the film there', async () => {
  await open(`${FILM}&at=9`, { as, answers })
  await expect.poll(() => video()?.currentTime).toBe(9)
})

test('without a connection a note stays in the browser, also when its page is closed, and is sent once there is one', async () => {
  const { server, createNote, answers } = keepNotes()
  server.connected = false
  const { reload } = await open(READING, { as, answers })
  await button('Write a note').click()
  await field.fill('Not to be lost')
  await expect.element(panel.getByText(/Your notes stay on this page/)).toBeVisible()
  await reload()
  await expect.element(field).toHaveValue('Not to be lost')
  server.connected = true
  dispatchEvent(new Event('online'))
  await expect.element(panel.getByText('Saved.')).toBeVisible()
  await button('Done').click()
  await expect.element(panel.getByText('Not to be lost')).toBeVisible()
  expect(server.notes).toMatchObject([{ text: 'Not to be lost', position_seconds: null }])
  expect(createNote.mock.calls.map(([{ noteCreate }]) => noteCreate.text)).toContain('Not to be lost')
  expect(localStorage.length).toBe(0)
})

test('a note whose answer was lost is asked for again with its key and its first words', async () => {
  const { server, createNote, answers } = keepNotes()
  const keys: (string | null)[] = []
  const { asked } = await open(READING, {
    as,
    answers: {
      ...answers,
      createNote: (input: Parameters<typeof createNote>[0], request: Request) => {
        keys.push(request.headers.get('idempotency-key'))
        if (keys.length === 1) return Promise.reject(new TypeError('Failed to fetch'))
        return createNote(input, request)
      },
    },
  })
  await button('Write a note').click()
  await field.fill('First')
  await expect.poll(() => keys).toHaveLength(1)
  await field.fill('First and more')
  dispatchEvent(new Event('online'))
  await expect.poll(() => server.notes[0]?.text).toBe('First and more')
  expect(createNote.mock.calls.map(([{ noteCreate }]) => noteCreate.text)).toEqual(['First'])
  expect(new Set(keys).size).toBe(1)
  expect(asked.filter(({ call }) => call === 'updateNote')).toHaveLength(1)
})

test('what another device wrote meanwhile is shown beside, and both can be kept', async () => {
  const mine = note({ text: 'Once' })
  const { server, answers } = keepNotes([mine])
  await open(READING, { as, answers })
  await button('Edit').click()
  server.notes = [{ ...mine, text: 'From the phone', version: 2 }]
  await field.fill('From the desk')
  await expect
    .element(page.getByRole('region', { name: 'Notes of the other device' }))
    .toHaveTextContent('From the phone')
  await expectAccessible()
  await button('Keep both').click()
  await expect.poll(() => server.notes[0]?.text).toBe('From the desk\n\nFrom the phone')
})

test('a note that another device deleted is written anew rather than lost', async () => {
  const { server, answers } = keepNotes([note({ text: 'Once' })])
  await open(READING, { as, answers })
  await button('Edit').click()
  server.notes = []
  await field.fill('Twice')
  await expect.poll(() => server.notes).toMatchObject([{ text: 'Twice' }])
})

test('a note is deleted after a confirmation; an empty one is not saved', async () => {
  const { server, answers } = keepNotes([note({ text: 'To go' })])
  await open(READING, { as, answers })
  await button('Edit').click()
  await field.fill(' ')
  await expect.element(panel.getByText('Write something, or delete this note.')).toBeVisible()
  await field.fill('To go')
  await button('Done').click()
  await button('Delete').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()
  expect(server.notes).toHaveLength(1)
  await button('Delete').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the note' }).click()
  await expect.element(panel.getByText(/No notes yet/)).toBeVisible()
  expect(server.notes).toEqual([])
})

test('when notes cannot be loaded it says so, and one can try again', async () => {
  let fails = true
  await open(READING, {
    as,
    answers: {
      ...answers,
      listLessonNotes: () => {
        if (fails) throw new ApiError('unavailable', 'Busy at the moment.')
        return [note({ text: 'There all the time' })]
      },
    },
  })
  await expect.element(panel.getByText(/could not be loaded/)).toBeVisible()
  fails = false
  await button('Try again').click()
  await expect.element(panel.getByText('There all the time')).toBeVisible()
})

test('a bookmark is set and taken away, and the outline shows it', async () => {
  await page.viewport(1280, 800)
  const { inputsOf } = await open(READING, {
    as,
    answers: {
      ...answers,
      createBookmark: {
        ...{ id: '00000000-0000-4000-8000-00000000b001', created_at: time(0) },
        lesson: note({}).lesson,
      },
      deleteBookmark: null,
    },
  })
  const mark = button('Bookmark')
  await expect.element(mark).toHaveAttribute('aria-pressed', 'false')
  await mark.click()
  await expect.element(mark).toHaveAttribute('aria-pressed', 'true')
  const nav = page.getByRole('navigation', { name: 'Lessons' })
  await expect.element(nav.getByRole('link', { name: 'Reading: What to keep (bookmarked)' })).toBeVisible()
  await mark.click()
  await expect.element(mark).toHaveAttribute('aria-pressed', 'false')
  expect(inputsOf('createBookmark')).toEqual([
    { bookmarkCreate: { course: 'aws', section: 'identity', lesson: 'notes' } },
  ])
  expect(inputsOf('deleteBookmark')).toHaveLength(1)
})
