import type { ExamNotes } from '@flagyard/api-types'
import { useEffect, useMemo } from 'react'
import { api } from '../../lib/api.ts'
import { isImpersonationTab } from '../../lib/session.ts'
import { createTextSaver, type TextSaver } from '../../lib/text-saver.ts'
import { type ExamHandle, newestAttempt } from './useExam.ts'

/** Notes of the newest attempt, from its start. They remain mounted when the exam changes from running to its result. */
export function useExamNotes(slug: string, { exam, isFollowing, notesVersion }: ExamHandle): TextSaver | null {
  const attempt = exam && newestAttempt(exam)
  // Private notes are hidden during an impersonation.
  const id = attempt?.started_at && !isImpersonationTab ? attempt.id : null
  const saver = useMemo(
    () =>
      id === null
        ? null
        : createTextSaver<ExamNotes>({
            load: () => api.getExamNotes({ exam: slug, id }),
            save: (examNotesEdit) => api.saveExamNotes({ exam: slug, id, examNotesEdit }),
            newestIn: ({ extra }) => extra.notes as ExamNotes,
            problemOf,
          }),
    [slug, id],
  )
  useEffect(() => saver?.start(), [saver])
  // Loads changes made while the stream was closed.
  useEffect(() => {
    if (isFollowing) saver?.readAgain()
  }, [saver, isFollowing])
  useEffect(() => saver?.hear(notesVersion), [saver, notesVersion])
  return saver
}

const MAX_BYTES = 65_536

const problemOf = (text: string) =>
  new TextEncoder().encode(text).length > MAX_BYTES
    ? 'Your notes are longer than the 64 kB that we can keep. Please shorten them.'
    : undefined
