import type { FeedbackFormRecord, FormQuestionsEdit } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'

/** The questions of a feedback form as they are edited: only what an editor decides about them. */
export interface FormQuestionsRecord {
  id: string
  version: number
  /** Number of the version that is asked now. */
  form_version: number
  questions: FormQuestionsEdit['questions']
  /** The last save made a new version of the form. */
  new_version: boolean
  /** What the last save left out: kept for its answers, or gone. */
  archived: string[]
  deleted: string[]
}

/** Out of the whole form, and out of what saving its questions answers. */
export function formQuestionsRecord(answer: Record<string, unknown>): Omit<FormQuestionsRecord, 'id'> {
  const {
    form,
    new_version = false,
    archived = [],
    deleted = [],
  } = answer as unknown as Partial<Output<'savedFormQuestions'>>
  const { version, form_version, questions } = form ?? (answer as unknown as FeedbackFormRecord)
  return {
    version,
    form_version,
    questions: questions.map(({ id, kind, label, choices, required }) => ({ id, kind, label, choices, required })),
    new_version,
    archived,
    deleted,
  }
}
