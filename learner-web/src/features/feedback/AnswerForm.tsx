import type { FeedbackForm } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { FeedbackFormBody } from '@flagyard/ui/FeedbackFormBody'
import type { AnswerValues } from '@flagyard/ui/FeedbackQuestions'
import { Form, FormError, SubmitButton } from '@flagyard/ui/Form'
import { useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import * as t from '../../messages/en/feedback.ts'
import styles from './feedback.module.css'
import { type Draft, forgetDraft, readDraft, saveDraft } from './storage.ts'

interface Props {
  form: FeedbackForm
  user: string
  /** Message shown above the form, for example that the questions have changed. */
  notice: string | undefined
  onChanged: (notice: string) => void
}

/** Feedback form. Every change is stored in this browser until it is sent. */
export function AnswerForm({ form, user, notice, onChanged }: Props) {
  const { slug } = form.course
  const [draft, setDraft] = useState(() => readDraft(user, slug, form.questions))
  const idempotencyKey = useRef(crypto.randomUUID())
  const change = (next: Draft) => {
    idempotencyKey.current = crypto.randomUUID()
    setDraft(next)
    saveDraft(user, slug, next)
  }
  const submission = useSubmit(async () => {
    const { queryKey } = callQuery('getFeedbackForm', { course_slug: slug })
    try {
      const sent = await api.submitFeedback(
        {
          course_slug: slug,
          version_id: form.version_id,
          ...(draft.quote_as && { quote_as: draft.quote_as }),
          feedbackAnswerCreate: answersOf(draft.values),
        },
        { idempotencyKey: idempotencyKey.current },
      )
      forgetDraft(user, slug)
      queryClient.setQueryData(queryKey, sent)
      void queryClient.invalidateQueries({ queryKey: callQuery('getCourseProgress', { slug }).queryKey })
      scrollTo({ top: 0 })
    } catch (error) {
      // The form has changed in the meantime. Answers to questions that still exist are preserved.
      if (error instanceof ApiError && error.status === 409) {
        onChanged(error.message)
        void queryClient.invalidateQueries({ queryKey })
      }
      throw error
    }
  })
  return (
    <Form name="feedback" submission={submission} className={styles.form}>
      <FormError>{notice}</FormError>
      <FeedbackFormBody form={form} filledIn={draft} onChange={change} errorOf={submission.fieldError} />
      <FormError>{submission.error}</FormError>
      <div className="row">
        <SubmitButton>{t.sendFeedback}</SubmitButton>
        <ButtonLink to={paths.classroom(slug)} variant="quiet">
          {t.backToCourse}
        </ButtonLink>
      </div>
    </Form>
  )
}

/** Texts of only whitespace count as unanswered. */
const answersOf = (values: AnswerValues) =>
  Object.entries(values)
    .filter(([, { text }]) => text === undefined || text.trim() !== '')
    .map(([question_id, value]) => ({ question_id, ...value }))
