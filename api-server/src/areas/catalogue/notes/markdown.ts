import { fromSecond, paths } from '@flagyard/api-types/links'
import type { Deps } from '../../../deps.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import * as queries from './queries.ts'

/** Characters that can start Markdown or HTML syntax anywhere. */
const SIGNS = /[\\`*_[\]<>#|~&!$]/g
/** Characters that start a list, heading or rule only at the beginning of a line. */
const AT_START = /^(\s*)([-+=:]|\d+(?=[.)]))/

function escapeText(text: string): string {
  return text.replace(SIGNS, '\\$&')
}

const escapeTitle = (title: string) => escapeLine(title.replace(/\s+/g, ' ').trim())

/** The point after a number is escaped so that it does not start a list: `1\.`. */
const escapeLine = (line: string) =>
  escapeText(line.trimStart()).replace(AT_START, (_, space: string, sign: string) =>
    /\d/.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`,
  )

/** The text as a block quote. Nothing in it can end the quote. */
function quote(text: string): string {
  const lines = text.trim().split(/\r\n|[\n\r\u0085\u2028\u2029]/)
  return lines
    .map((line, at) => {
      const written = escapeLine(line.trimEnd())
      if (written === '') return '>'
      return `> ${written}${lines[at + 1]?.trim() ? '\\' : ''}`
    })
    .join('\n')
}

/** `3:12` */
function clock(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (part: number) => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** Position of a note, as a link if its lesson can still be opened. */
function placeOf({ position_seconds: second, lesson }: queries.NoteRow, origin: string): string {
  const words = second === null ? 'The lesson' : clock(second)
  if (lesson.opens === null) return `${words} (no longer part of the course)`
  const path = lesson.opens === 'free' ? paths.freeLesson : paths.lesson
  return `[${words}](${origin}${fromSecond(path(lesson.course, lesson), second)})`
}

/** Streams notes as Markdown, in the order of their lessons, with headings for courses and lessons. */
async function* writeMarkdown(batches: AsyncIterable<queries.NoteRow[]>, origin: string): AsyncGenerator<string> {
  yield '# My notes\n'
  let before: queries.NoteRow['lesson'] | undefined
  for await (const batch of batches) {
    let piece = ''
    for (const note of batch) {
      const { lesson } = note
      const isNewCourse = lesson.course !== before?.course
      if (isNewCourse) piece += `\n## ${escapeTitle(lesson.course_title)}\n`
      if (isNewCourse || lesson.section !== before?.section || lesson.lesson !== before.lesson)
        piece += `\n### ${escapeTitle(lesson.title)}\n`
      piece += `\n${placeOf(note, origin)}\n\n${quote(note.text)}\n`
      before = lesson
    }
    yield piece
  }
}

/** Notes read per batch while the file is written, to limit memory. */
const BATCH = 500

/** The learner's notes, of one course or all, streamed as a Markdown file. */
export async function readNotesFile(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { id }: CurrentUser,
  course: string | undefined,
): Promise<AsyncIterable<string>> {
  const ids = await queries.listIdsInOrder(db, id, course)
  async function* batches() {
    for (let from = 0; from < ids.length; from += BATCH) {
      const place = new Map(ids.slice(from, from + BATCH).map((one, at) => [one, at]))
      const notes = await queries.listByIds(db, id, [...place.keys()])
      yield notes.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
    }
  }
  return writeMarkdown(batches(), config.publicUrl)
}
