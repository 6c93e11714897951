import type { Rows } from '../contract/operation.ts'
import { signedIn } from '../contract/row.ts'

export const noteOperations = {
  listMyNotes: signedIn('GET /notes', 'notesPage', {
    impersonation: 'denied',
    query: 'notesQuery',
    summary: 'My notes on all courses, newest first, filtered by text and course',
  }),
  listNotedCourses: signedIn('GET /notes/courses', 'notedCourse[]', {
    impersonation: 'denied',
    summary: 'Courses on which I have notes',
  }),
  listLessonNotes: signedIn('GET /notes/lessons/{course}/{section}/{lesson}', 'note[]', {
    impersonation: 'denied',
    summary: 'My notes on a lesson, in the order of its video',
  }),
  createNote: signedIn('POST /notes', 'noteCreate', 'note', {
    bodyLimit: 32 * 1024,
    status: 201,
    rate: 'note',
    idempotent: true,
    summary: 'Adds a note to a lesson',
  }),
  updateNote: signedIn('PATCH /notes/{id}', 'noteEdit', 'note', {
    bodyLimit: 32 * 1024,
    rate: 'note',
    summary: 'Changes the text of my note',
  }),
  deleteNote: signedIn('DELETE /notes/{id}', {
    query: 'seenNote',
    required: ['version'],
    summary: 'Deletes my note, if it has not changed since it was shown',
  }),
  downloadNotes: signedIn('GET /notes/file', {
    impersonation: 'denied',
    query: 'notesOfCourse',
    stream: 'file',
    rate: 'note',
    summary: 'My notes on a course, or all of them, as Markdown',
  }),
  listMyBookmarks: signedIn('GET /bookmarks', 'bookmark[]', {
    impersonation: 'denied',
    summary: 'Lessons that I bookmarked, newest first',
  }),
  createBookmark: signedIn('POST /bookmarks', 'bookmarkCreate', 'bookmark', {
    rate: 'note',
    idempotent: true,
    summary: 'Bookmarks a lesson',
  }),
  deleteBookmark: signedIn('DELETE /bookmarks/{id}', { summary: 'Removes my bookmark' }),
} satisfies Rows
