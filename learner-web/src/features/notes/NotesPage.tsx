import type { Note } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Empty, errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { SelectField, TextField } from '@flagyard/ui/Form'
import { countOf } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { useDebounced } from '@flagyard/ui/useDebounced'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { notePath } from '../../lib/record-paths.ts'
import { isImpersonationTab, useSession } from '../../lib/session.ts'
import { DownloadButton } from '../../shell/DownloadButton.tsx'
import { Page } from '../../shell/Page.tsx'
import { BookmarkList } from './Bookmarks.tsx'
import { listDrafts } from './note-drafts.ts'
import styles from './notes.module.css'
import { DeleteNote, WrittenNote } from './WrittenNote.tsx'

export default function NotesPage() {
  if (!isImpersonationTab) return <MyNotes />
  return (
    <Page title="Notes" width="text">
      <Empty title="Notes are private" icon="lock">
        Only the learner can read their notes.
      </Empty>
    </Page>
  )
}

function MyNotes() {
  const filters = useNoteFilters()
  const { q, course } = filters
  const found = useMyNotes({ q: useDebounced(q.trim()), course })
  const { notes, error } = found
  return (
    <Page title="Notes" width="text" intro="Your notes and bookmarked lessons.">
      <NoteFilters {...filters} />
      <Unsaved />
      <BookmarkList course={course} />
      {error && <Failed what="your notes" why={errorMessage(error)} onRetry={() => void found.refetch()} />}
      {!error && !notes && <Loading what="your notes" />}
      {!error && notes?.length === 0 && <NoNotes isFiltered={q !== '' || course !== ''} onClear={filters.clear} />}
      {!error && notes && notes.length > 0 && (
        <section aria-labelledby="notes" className={styles.panel}>
          <h2 id="notes" className={styles.heading}>
            {q || course ? 'Matching notes' : 'All notes'}
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

function NoNotes({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <Empty title="No matching notes" icon="search" action={<Button onClick={onClear}>Show all notes</Button>}>
        Try another word, or look in all courses.
      </Empty>
    )
  return (
    <Empty title="No notes yet" icon="note" action={<ButtonLink to={paths.dashboard}>Continue a course</ButtonLink>}>
      You can write notes below each lesson. In a video, a note also saves its position.
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
        {countOf(drafts.length, 'note')} in this browser could not be saved yet. Open the lesson to save what you wrote:
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
        <DownloadButton
          load={() => api.downloadNotes(course ? { course } : {})}
          name={course ? `notes-${course}.md` : 'notes.md'}
        >
          {course ? 'Download this course’s notes' : 'Download all notes'}
        </DownloadButton>
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
      await api.deleteNote({ id, version }).finally(() => queryClient.invalidateQueries({ queryKey: ['listMyNotes'] }))
      void queryClient.invalidateQueries({ queryKey: ['listNotedCourses'] })
      void queryClient.invalidateQueries({ queryKey: ['listLessonNotes'] })
    },
  }
}
