import type { FeedbackForm } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { type AnswerValues, FeedbackQuestions } from '@flagyard/ui/FeedbackQuestions'
import { Form } from '@flagyard/ui/Form'
import { FormError } from '@flagyard/ui/FormError'
import { Checkbox } from '@flagyard/ui/fields'
import { Markdown } from '@flagyard/ui/Markdown'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery } from '../../lib/query.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import styles from './feedback.module.css'
import { type Draft, forgetDraft, readDraft, saveDraft } from './storage.ts'

/** The form that is filled in. Every change is kept in this browser until it is sent. */
export function AnswerForm({
  form,
  user,
  notice,
  onChanged,
}: {
  form: FeedbackForm
  user: string
  /** What the learner has to know before they go on. */
  notice: string | undefined
  onChanged: (notice: string) => void
}) {
  const { slug } = form.course
  const [draft, setDraft] = useState(() => readDraft(user, slug, form.questions))
  const cache = useQueryClient()
  const idempotencyKey = useRef(crypto.randomUUID())
  const change = (next: Draft) => {
    idempotencyKey.current = crypto.randomUUID()
    setDraft(next)
    saveDraft(user, slug, next)
  }
  const { submit, isPending, formError, fieldError } = useSubmit(async () => {
    const { queryKey } = callQuery('getFeedbackForm', { course_slug: slug })
    try {
      const sent = await api.submitFeedback(
        {
          course_slug: slug,
          version_id: form.version_id,
          may_quote: draft.may_quote ? 'true' : 'false',
          feedbackAnswerCreate: answersOf(draft.values),
        },
        { idempotencyKey: idempotencyKey.current },
      )
      forgetDraft(user, slug)
      cache.setQueryData(queryKey, sent)
      void cache.invalidateQueries({ queryKey: callQuery('getCourseProgress', { slug }).queryKey })
      scrollTo({ top: 0 })
    } catch (error) {
      // The questions, or whether they are asked, changed meanwhile: what was written is kept for what is asked now.
      if (error instanceof ApiError && error.status === 409) {
        onChanged(error.message)
        void cache.invalidateQueries({ queryKey })
      }
      throw error
    }
  })
  const hasText = form.questions.some(({ kind }) => kind === 'text')
  return (
    <Form name="feedback" onSubmit={submit} className={styles.form}>
      <FormError>{notice}</FormError>
      {form.intro && <Markdown>{form.intro}</Markdown>}
      <p className={styles.promise}>
        Your name is not shown with your answers. They are read only once at least {form.anonymity_threshold} learners
        have answered, and they stay in this browser until you send them.
      </p>
      <FeedbackQuestions
        questions={form.questions}
        values={draft.values}
        onChange={(id, value) => {
          const { [id]: _, ...others } = draft.values
          change({ ...draft, values: value ? { ...others, [id]: value } : others })
        }}
        errorOf={fieldError}
      />
      {hasText && (
        <Checkbox
          label="You may quote what I wrote, without my name"
          checked={draft.may_quote}
          onChange={({ target }) => change({ ...draft, may_quote: target.checked })}
        />
      )}
      <FormError>{formError}</FormError>
      <div className="row">
        <Button type="submit" variant="primary" busy={isPending}>
          Send my feedback
        </Button>
        <ButtonLink to={paths.classroom(slug)} variant="quiet">
          Back to the course
        </ButtonLink>
      </div>
    </Form>
  )
}

/** Texts of blanks alone count as left out. */
const answersOf = (values: AnswerValues) =>
  Object.entries(values)
    .filter(([, { text }]) => text === undefined || text.trim() !== '')
    .map(([question_id, value]) => ({ question_id, ...value }))
