import type { ExamNotes as SavedNotes } from '@flagyard/api-types'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery } from '../../lib/query.ts'
import { isImpersonationTab } from '../../lib/session.ts'
import { createTextSaver, type TextSaver } from '../../lib/text-saver.ts'
import * as t from '../../messages/en/exam-attempts.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import { SavedText } from '../../shell/SavedText.tsx'
import styles from './Examroom.module.css'
import { type ExamHandle, newestAttempt } from './useExam.ts'

export function ExamNotes({ saver }: { saver: TextSaver }) {
  return (
    <section className="stack">
      <h2 className="heading">{t.notes}</h2>
      <SavedText saver={saver} label={t.yourNotes} rows={8} hint={t.notesHint} />
    </section>
  )
}

/** Notes of the newest attempt, from its start. They remain mounted when the exam changes from running to its result. */
export function useExamNotes(slug: string, { exam, isFollowing, notesVersion }: ExamHandle): TextSaver | null {
  const attempt = exam && newestAttempt(exam)
  // Private notes are hidden during an impersonation.
  const id = attempt?.started_at && !isImpersonationTab ? attempt.id : null
  const saver = useMemo(
    () =>
      id === null
        ? null
        : createTextSaver<SavedNotes>({
            load: () => api.getExamNotes({ exam: slug, id }),
            save: (examNotesEdit) => api.saveExamNotes({ exam: slug, id, examNotesEdit }),
            getNewest: ({ extra }) => extra.notes as SavedNotes,
            problemOf,
          }),
    [slug, id],
  )
  useEffect(() => saver?.start(), [saver])
  // Loads changes made while the stream was closed.
  useEffect(() => {
    if (isFollowing) saver?.readAgain()
  }, [saver, isFollowing])
  useEffect(() => saver?.onSavedElsewhere(notesVersion), [saver, notesVersion])
  return saver
}

const MAX_BYTES = 65_536

const problemOf = (text: string) => (new TextEncoder().encode(text).length > MAX_BYTES ? t.notesTooLong : undefined)

export function PastNotes({ slug, id }: { slug: string; id: string }) {
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({ ...callQuery('getExamNotes', { exam: slug, id }), enabled: isOpen, staleTime: 0 })
  if (isImpersonationTab) return null
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summaryLine}>{t.yourNotes}</summary>
      <Loaded query={query} what={t.notesNoun} isLine>
        {({ text }) =>
          text === '' ? (
            <p className="small muted">{t.noNotes}</p>
          ) : (
            <ScrollRegion label={t.notesOfAttempt} className={styles.written}>
              {text}
            </ScrollRegion>
          )
        }
      </Loaded>
    </details>
  )
}
