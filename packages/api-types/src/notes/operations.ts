import type { Rows } from '../contract/operation.ts'
import { signedIn } from '../contract/row.ts'

export const noteOperations = {
  listMyNotes: signedIn('GET /notes', 'notesPage', {
    impersonation: 'denied',
    query: 'notesQuery',
    summary: 'My notes of all courses, newest first, by their words and by their course',
  }),
  listNotedCourses: signedIn('GET /notes/courses', 'notedCourse[]', {
    impersonation: 'denied',
    summary: 'The courses in which I have notes',
  }),
  listLessonNotes: signedIn('GET /notes/lessons/{course}/{section}/{lesson}', 'note[]', {
    impersonation: 'denied',
    summary: 'My notes of a lesson, in the order of its film',
  }),
  createNote: signedIn('POST /notes', 'noteCreate', 'note', {
    bodyLimit: 32 * 1024,
    status: 201,
    rate: 'note',
    idempotent: true,
    summary: 'Writes a note at a lesson that is open to me',
  }),
  updateNote: signedIn('PATCH /notes/{id}', 'noteEdit', 'note', {
    bodyLimit: 32 * 1024,
    rate: 'note',
    summary: 'Changes the text of my note',
  }),
  deleteNote: signedIn('DELETE /notes/{id}', {
    query: 'seenNote',
    required: ['version'],
    summary: 'Deletes my note as it was on the screen',
  }),
  downloadNotes: signedIn('GET /notes/file', {
    impersonation: 'denied',
    query: 'notesOfCourse',
    stream: 'file',
    rate: 'note',
    summary: 'My notes of a course, or all of them, as Markdown',
  }),
  listMyBookmarks: signedIn('GET /bookmarks', 'bookmark[]', {
    impersonation: 'denied',
    summary: 'The lessons that I bookmarked, newest first',
  }),
  createBookmark: signedIn('POST /bookmarks', 'bookmarkCreate', 'bookmark', {
    rate: 'note',
    idempotent: true,
    summary: 'Bookmarks a lesson that is open to me, once',
  }),
  deleteBookmark: signedIn('DELETE /bookmarks/{id}', { summary: 'Takes my bookmark away' }),
} satisfies Rows
