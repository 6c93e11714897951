import type { Note } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Empty, errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { SelectField, TextField } from '@flagyard/ui/Form'
import { Link } from '@flagyard/ui/Link'
import { useDebounced } from '@flagyard/ui/useDebounced'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { notePath } from '../../lib/record-paths.ts'
import { isImpersonationTab, useSession } from '../../lib/session.ts'
import * as t from '../../messages/en/notes.ts'
import { DownloadButton } from '../../shell/DownloadButton.tsx'
import { Page } from '../../shell/Page.tsx'
import { BookmarkList } from './Bookmarks.tsx'
import { listDrafts } from './note-drafts.ts'
import styles from './notes.module.css'
import { DeleteNote, WrittenNote } from './WrittenNote.tsx'

export default function NotesPage() {
  if (!isImpersonationTab) return <MyNotes />
  return (
    <Page title={t.notes} width="text">
      <Empty title={t.notesArePrivate} icon="lock">
        {t.notesArePrivateText}
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
    <Page title={t.notes} width="text" intro={t.intro}>
      <NoteFilters {...filters} />
      <Unsaved />
      <BookmarkList course={course} />
      {error && <Failed what={t.yourNotesNoun} why={errorMessage(error)} onRetry={() => void found.refetch()} />}
      {!error && !notes && <Loading what={t.yourNotesNoun} />}
      {!error && notes?.length === 0 && <NoNotes isFiltered={q !== '' || course !== ''} onClear={filters.clear} />}
      {!error && notes && notes.length > 0 && (
        <section aria-labelledby="notes" className={styles.panel}>
          <h2 id="notes" className={styles.heading}>
            {q || course ? t.matchingNotes : t.allNotes}
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
                {t.showMore}
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
          {!path && ` · ${t.noLongerPartOfCourse}`}
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
      <Empty title={t.noMatchingNotes} icon="search" action={<Button onClick={onClear}>{t.showAllNotes}</Button>}>
        {t.noMatchingNotesText}
      </Empty>
    )
  return (
    <Empty title={t.noNotesYet} icon="note" action={<ButtonLink to={paths.dashboard}>{t.continueCourse}</ButtonLink>}>
      {t.noNotesYetText}
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
      <p>{t.unsaved({ count: drafts.length })}</p>
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
        label={t.searchYourNotes}
        name="q"
        type="search"
        required
        maxLength={100}
        value={q}
        onChange={(event) => change('q', event.target.value)}
      />
      <SelectField
        label={t.course}
        name="course"
        required
        value={course}
        onChange={(event) => change('course', event.target.value)}
        options={[
          { value: '', label: t.allCourses },
          ...courses.map(({ slug, title, notes }) => ({
            value: slug,
            label: t.courseWithCount({ title, count: notes }),
          })),
        ]}
      />
      {courses.length > 0 && (
        <DownloadButton
          load={() => api.downloadNotes(course ? { course } : {})}
          name={course ? `notes-${course}.md` : 'notes.md'}
        >
          {course ? t.downloadCourseNotes : t.downloadAllNotes}
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
