import type { Note } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Empty, errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { SelectField, TextField } from '@flagyard/ui/fields'
import { countOf } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { saveFile } from '@flagyard/ui/save-file'
import { useSettled } from '@flagyard/ui/useSettled'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { notePath } from '../../lib/record-paths.ts'
import { isImpersonationTab, useSession } from '../../lib/session.ts'
import { useAction } from '../../lib/useAction.ts'
import { Page } from '../../shell/Page.tsx'
import { showError } from '../../shell/toasts.ts'
import { BookmarkList } from './Bookmarks.tsx'
import { listDrafts } from './note-drafts.ts'
import styles from './notes.module.css'
import { DeleteNote, WrittenNote } from './WrittenNote.tsx'

export default function NotesPage() {
  if (!isImpersonationTab) return <MyNotes />
  return (
    <Page title="Notes" width="text">
      <Empty title="Notes are private" icon="lock">
        Only the learner reads what they wrote for themselves.
      </Empty>
    </Page>
  )
}

function MyNotes() {
  const filters = useNoteFilters()
  const { q, course } = filters
  const found = useMyNotes({ q: useSettled(q.trim()), course })
  const { notes, error } = found
  return (
    <Page title="Notes" width="text" intro="What you wrote down, and the lessons that you bookmarked.">
      <NoteFilters {...filters} />
      <Unsaved />
      <BookmarkList course={course} />
      {error && <Failed what="your notes" why={errorMessage(error)} onRetry={() => void found.refetch()} />}
      {!error && !notes && <Loading what="your notes" />}
      {!error && notes?.length === 0 && <NoNotes isNarrowed={q !== '' || course !== ''} onClear={filters.clear} />}
      {!error && notes && notes.length > 0 && (
        <section aria-labelledby="notes" className={styles.panel}>
          <h2 id="notes" className={styles.heading}>
            {q || course ? 'Notes that were found' : 'All notes'}
          </h2>
          <ul className={styles.list}>
            {notes.map((note) => (
              <li key={note.id}>
                <NoteCard note={note} remove={found.remove} />
              </li>
            ))}
          </ul>
          {found.hasNextPage && (
            <div>
              <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
        </section>
      )}
    </Page>
  )
}

function NoteCard({ note, remove }: { note: Note; remove: (note: Note) => Promise<void> }) {
  const { lesson, created_at } = note
  const path = notePath(lesson, note.position_seconds)
  return (
    <Card as="article" className={styles.note}>
      <div>
        <h3 className={styles.lesson}>{path ? <Link to={path}>{lesson.title}</Link> : lesson.title}</h3>
        <p className="small muted">
          {lesson.course_title} · {formatDate(created_at)}
          {!path && ' · No longer part of the course'}
        </p>
      </div>
      <WrittenNote note={note}>
        <DeleteNote note={note} remove={remove} />
      </WrittenNote>
    </Card>
  )
}

function NoNotes({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  if (isNarrowed)
    return (
      <Empty title="No note has that" icon="search" action={<Button onClick={onClear}>Show all notes</Button>}>
        Try another word, or look in all courses.
      </Empty>
    )
  return (
    <Empty title="No notes yet" icon="note" action={<ButtonLink to={paths.dashboard}>Go on with a course</ButtonLink>}>
      Under each lesson there is room for what you want to keep. In a film, a note remembers its second.
    </Empty>
  )
}

/** Unsaved notes of this browser. Their editors are open on the page of their lesson. */
function Unsaved() {
  const user = useSession()?.user.id
  const drafts = user ? listDrafts(user) : []
  if (drafts.length === 0) return null
  return (
    <Card as="section" className={styles.panel}>
      <p>
        {countOf(drafts.length, 'note')} in this browser could not be saved yet. Open the lesson to send what you wrote:
      </p>
      <ul>
        {drafts.map(({ key, place, title }) => (
          <li key={key}>
            <Link to={paths.lesson(place.course, place)}>{title}</Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface Props {
  q: string
  course: string
  change: (name: 'q' | 'course', value: string) => void
}

/** Search and course filter, and a download of the selected course’s notes or of all. */
function NoteFilters({ q, course, change }: Props) {
  const { data: courses = [] } = useQuery(callQuery('listNotedCourses'))
  const { run, isPending } = useAction({ onError: showError })
  const download = async () =>
    saveFile(await api.downloadNotes(course ? { course } : {}), course ? `notes-${course}.md` : 'notes.md')
  return (
    <search className={styles.filters}>
      <TextField
        label="Search your notes"
        name="q"
        type="search"
        required
        maxLength={100}
        value={q}
        onChange={(event) => change('q', event.target.value)}
      />
      <SelectField
        label="Course"
        name="course"
        required
        value={course}
        onChange={(event) => change('course', event.target.value)}
        options={[
          { value: '', label: 'All courses' },
          ...courses.map(({ slug, title, notes }) => ({ value: slug, label: `${title} (${notes})` })),
        ]}
      />
      {courses.length > 0 && (
        <Button busy={isPending} onClick={() => void run(download)}>
          {course ? 'Download this course’s notes' : 'Download all notes'}
        </Button>
      )}
    </search>
  )
}

/** Search text and course filter. They are stored in the address, so that Back restores them. */
function useNoteFilters() {
  const [params, setParams] = useSearchParams()
  const change = (name: 'q' | 'course', value: string) =>
    setParams(
      (current) => {
        if (value) current.set(name, value)
        else current.delete(name)
        return current
      },
      { replace: true },
    )
  return {
    q: (params.get('q') ?? '').slice(0, 100),
    course: params.get('course') ?? '',
    change,
    clear: () => setParams({}, { replace: true }),
  }
}

/** Notes of all courses, paged, newest first. */
function useMyNotes({ q, course }: { q: string; course: string }) {
  const cache = useQueryClient()
  const { data, ...query } = useInfiniteQuery({
    queryKey: ['listMyNotes', { q, course }],
    queryFn: ({ pageParam, signal }) =>
      api.listMyNotes(
        { ...(q && { q }), ...(course && { course }), ...(pageParam && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
  return {
    ...query,
    notes: data?.pages.flatMap(({ notes }) => notes),
    remove: async ({ id, version }: Note) => {
      await api.deleteNote({ id, version }).finally(() => cache.invalidateQueries({ queryKey: ['listMyNotes'] }))
      void cache.invalidateQueries({ queryKey: ['listNotedCourses'] })
      void cache.invalidateQueries({ queryKey: ['listLessonNotes'] })
    },
  }
}
