import type { Note } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { Button } from '@flagyard/ui/Button'
import { errorMessage, FailedLine } from '@flagyard/ui/Feedback'
import { Icon } from '@flagyard/ui/Icon'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { formatSeconds } from '../../lib/format.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { isImpersonationTab, useSession } from '../../lib/session.ts'
import * as t from '../../messages/en/notes.ts'
import { useLetterKey } from '../../shell/LetterKeys.tsx'
import { BookmarkButton } from './Bookmarks.tsx'
import { draftOf, NoteEditor, newDraft } from './NoteEditor.tsx'
import { type LessonPlace, listDraftsAt, type NoteDraft } from './note-drafts.ts'
import styles from './notes.module.css'
import { DeleteNote, WrittenNote } from './WrittenNote.tsx'

interface Props {
  place: LessonPlace
  title: string
  /** The lesson's video; null if none is playable. */
  player: Player | null
}

/** The learner's notes and bookmark of a lesson. Hidden during an impersonation. */
export function LessonNotes({ place, title, player }: Props) {
  const session = useSession()
  useSeekFromAddress(player)
  if (!session || isImpersonationTab) return null
  return <NotesPanel {...{ place, title, player }} user={session.user.id} />
}

function NotesPanel({ place, title, player, user }: Props & { user: string }) {
  const heading = useId()
  const panel = useRef<HTMLElement>(null)
  const { notes, error, retry, keep, remove } = useLessonNotes(place)
  // Reopens drafts that were not saved in an earlier visit.
  const [open, setOpen] = useState(() => listDraftsAt(user, place))
  const close = (key: string) => setOpen((drafts) => drafts.filter((draft) => draft.key !== key))
  const begin = () => {
    const draft = newDraft(place, title, player && Math.floor(player.position()))
    setOpen((drafts) => [...drafts.filter(({ version }) => version > 0), draft])
  }
  useLetterKey('n', panel, begin)
  const save = (draft: NoteDraft, note: Note) => {
    keep(note)
    setOpen((drafts) => drafts.map((one) => (one.key === draft.key ? { ...one, id: note.id } : one)))
  }
  const editorOf = (draft: NoteDraft) => (
    <NoteEditor
      key={draft.key}
      {...{ user, draft }}
      onSaved={(note) => save(draft, note)}
      onDone={() => close(draft.key)}
    />
  )
  const isListed = ({ version, id }: NoteDraft) => version > 0 && Boolean(notes?.some((note) => note.id === id))
  return (
    <section ref={panel} className={styles.panel} aria-labelledby={heading}>
      <div className="row between">
        <h2 id={heading} className={styles.heading}>
          {t.yourNotes}
        </h2>
        <div className="row">
          <BookmarkButton place={place} />
          <Button size="small" aria-keyshortcuts="n" onClick={begin}>
            <Icon name="note" size={18} />
            {player ? <NoteAt position={player.position} /> : t.writeNote}
          </Button>
        </div>
      </div>
      {open.filter((draft) => !isListed(draft)).map(editorOf)}
      {error && <FailedLine why={t.notesNotLoaded({ error: errorMessage(error) })} onRetry={retry} />}
      {!error && !notes && <p className="small muted">{t.loadingYourNotes}</p>}
      {notes?.length === 0 && open.length === 0 && (
        <p className="small muted">
          {t.noNotesOfLesson({ shortcut: (children) => <span className={styles.keys}>{children}</span> })}
        </p>
      )}
      <ul className={styles.list}>
        {notes?.map((note) => {
          const draft = open.find(({ id }) => id === note.id)
          if (draft && !isListed(draft)) return null
          return (
            <li key={note.id} className={styles.note}>
              {draft ? (
                editorOf(draft)
              ) : (
                <WrittenNote note={note} isHere onSeek={player?.seek}>
                  <Button size="small" variant="quiet" onClick={() => setOpen((all) => [...all, draftOf(note)])}>
                    {t.edit}
                  </Button>
                  <DeleteNote note={note} remove={remove} />
                </WrittenNote>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** `Note at 3:12`, updated during playback. */
function NoteAt({ position }: { position: () => number }) {
  const [second, setSecond] = useState(() => Math.floor(position()))
  useEffect(() => {
    const timer = setInterval(() => setSecond(Math.floor(position())), 250)
    return () => clearInterval(timer)
  }, [position])
  return <>{t.writeNoteAt({ second: formatSeconds(second) })}</>
}

function useLessonNotes({ course, section, lesson }: LessonPlace) {
  const query = callQuery('listLessonNotes', { course, section, lesson })
  const { data, error, refetch } = useQuery(query)
  const change = (of: (notes: Note[]) => Note[]) => {
    queryClient.setQueryData<Note[]>(query.queryKey, (notes) => of(notes ?? []))
    void queryClient.invalidateQueries({ queryKey: ['listMyNotes'] })
    void queryClient.invalidateQueries({ queryKey: ['listNotedCourses'] })
  }
  return {
    notes: data,
    error,
    retry: () => void refetch(),
    keep: (note: Note) => change((notes) => [...notes.filter(({ id }) => id !== note.id), note].sort(byPlace)),
    remove: async ({ id, version }: Note) => {
      try {
        await api.deleteNote({ id, version })
      } catch (failure) {
        const code = failure instanceof ApiError ? failure.code : null
        if (code === 'stale_version') void refetch()
        if (code !== 'not_found') throw failure
      }
      change((notes) => notes.filter((note) => note.id !== id))
    },
  }
}

/** Notes on the whole lesson first, then by position. */
const byPlace = (a: Note, b: Note) =>
  (a.position_seconds ?? -1) - (b.position_seconds ?? -1) || a.created_at.localeCompare(b.created_at)

interface Player {
  position: () => number
  seek: (second: number) => void
}

/** `?at=192` seeks the video to that second, once per navigation. */
function useSeekFromAddress(player: Player | null): void {
  const { key } = useLocation()
  const [params] = useSearchParams()
  const at = params.get('at')
  const moved = useRef<string>(undefined)
  useEffect(() => {
    if (!player || at === null || !/^\d{1,6}$/.test(at) || moved.current === key) return
    moved.current = key
    player.seek(Number(at))
  }, [player, at, key])
}
