import { Readable } from 'node:stream'
import { type Api, handle } from '../../../http/calls/handle.ts'
import { attachment } from '../../../http/files.ts'
import { readNotesFile } from './markdown.ts'
import * as notes from './service.ts'

export function noteRoutes(api: Api) {
  handle(api, 'listMyNotes', ({ deps, user, query }) => notes.listMyNotes(deps, user, query))
  handle(api, 'listNotedCourses', ({ deps, user }) => notes.listNotedCourses(deps, user))
  handle(api, 'listLessonNotes', ({ deps, user, params }) => notes.listLessonNotes(deps, user, params))
  handle(api, 'createNote', ({ deps, user, body }) => notes.createNote(deps, user, body))
  handle(api, 'updateNote', ({ deps, user, params, body }) => notes.updateNote(deps, user, params.id, body))
  handle(api, 'deleteNote', ({ deps, user, params, query }) => notes.deleteNote(deps, user, params.id, query))
  handle(api, 'downloadNotes', async ({ deps, user, query: { course }, reply }) => {
    const pieces = await readNotesFile(deps, user, course)
    reply.type('text/markdown; charset=utf-8')
    reply.header('content-disposition', attachment(course ? `notes-${course}.md` : 'notes.md'))
    return Readable.from(pieces, { objectMode: false })
  })
  handle(api, 'listMyBookmarks', ({ deps, user }) => notes.listMyBookmarks(deps, user))
  handle(api, 'createBookmark', ({ deps, user, body }) => notes.createBookmark(deps, user, body))
  handle(api, 'deleteBookmark', ({ deps, user, params }) => notes.deleteBookmark(deps, user, params.id))
}
