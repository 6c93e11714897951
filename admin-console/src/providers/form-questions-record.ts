import type { FeedbackFormRecord, FormQuestionsEdit } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'

/** Editable questions of a feedback form, without server-side properties. */
export interface FormQuestionsRecord {
  id: string
  version: number
  /** Number of the current version. */
  form_version: number
  questions: FormQuestionsEdit['questions']
  /** True if the last save created a new version of the form. */
  new_version: boolean
  /** Questions removed by the last save: archived if they have answers, otherwise deleted. */
  archived: string[]
  deleted: string[]
}

/** Converts both the full form and the response of a save. */
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
