import type { FeedbackAnalytics, FeedbackAnswerRow } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { Chip } from '@flagyard/ui/Chip'
import { useDebounced } from '@flagyard/ui/useDebounced'
import { FormControlLabel, Switch, TextField } from '@mui/material'
import { useState } from 'react'
import { RecordContextProvider, ResourceContextProvider } from 'react-admin'
import { Link } from 'react-router-dom'
import { actionsOn, RecordButtons } from '../../../crud/actions/action-table.tsx'
import { useCan } from '../../../crud/calls.tsx'
import { RelatedList } from '../../../crud/list/RelatedList.tsx'
import { Column, Rows } from '../../../crud/list/Rows.tsx'
import { SelectField } from '../../../crud/pickers.tsx'
import { formatMonday, quotable } from '../feedback-words.ts'
import styles from './Analytics.module.css'
import { answersOf, useFeedbackSpan } from './Controls.tsx'

const Col = Column<FeedbackAnswerRow>

/** Free-text answers, with search and paging. */
export function FreeTextAnswers({ analytics }: { analytics: FeedbackAnalytics }) {
  const [span] = useFeedbackSpan()
  const { filter, controls } = useTextFilter(analytics.questions.filter(({ kind }) => kind === 'text'))
  const { course, ...group } = answersOf(analytics, span)
  return (
    <section className={styles.card} aria-labelledby="texts">
      <h2 id="texts" className={styles.title}>
        Free-text answers
      </h2>
      <ResourceContextProvider value="feedback_answers">
        <RecordContextProvider value={{ id: course }}>
          <RelatedList
            reference="feedback_answers"
            target="course"
            filter={{ ...group, kind: 'text', ...filter }}
            resourceLabel={['answer', 'answers']}
            actions={controls}
          >
            <Rows<FeedbackAnswerRow>
              label="Answers"
              primaryText={(row) => <Answer row={row} />}
              secondaryText={(row) => (
                <>
                  {row.question} · {formatMonday(row.week)} · <QuoteState row={row} />
                </>
              )}
              empty={
                Object.keys(filter).length > 0
                  ? 'No answers match your search.'
                  : 'No answers to show. They are shown once there are enough of them.'
              }
            >
              <Col source="answer" label="Answer" wraps render={(row) => <Answer row={row} />} />
              <Col source="question" label="Question" wraps />
              <Col source="week" label="Week of" render={({ week }) => formatMonday(week)} />
              <Col source="quote_as" label="Quoting" render={(row) => <QuoteState row={row} />} />
            </Rows>
          </RelatedList>
        </RecordContextProvider>
      </ResourceContextProvider>
    </section>
  )
}

/** The answer, linked to the full response for administrators who can read it. */
function Answer({ row: { response_id, answer } }: { row: FeedbackAnswerRow }) {
  const can = useCan()
  const text = <span className={styles.said}>{answer}</span>
  if (!can({ operation: 'getFeedbackResponse' })) return text
  return <Link to={consolePaths.feedbackResponse(response_id)}>{text}</Link>
}

/** Filters for the answers: text, question and quote permission. */
function useTextFilter(questions: { id: string; label: string }[]) {
  const [typed, setTyped] = useState('')
  const [question, setQuestion] = useState('')
  const [isQuotable, setIsQuotable] = useState(false)
  const q = useDebounced(typed.trim())
  const asked = questions.find(({ id }) => id === question)?.id
  return {
    filter: { ...(q && { q }), ...(asked && { question_id: asked }), ...(isQuotable && { may_quote: true }) },
    controls: (
      <div className={styles.controls}>
        <TextField
          type="search"
          size="small"
          label="Search answers"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          slotProps={{ htmlInput: { maxLength: 100 } }}
        />
        {questions.length > 1 && (
          <SelectField
            label="Question"
            value={asked ?? ''}
            sx={{ minWidth: 180, maxWidth: '100%' }}
            onChange={setQuestion}
            options={[['', 'All questions'], ...questions.map(({ id, label }) => [id, label] as const)]}
          />
        )}
        <FormControlLabel
          label="Only quotable answers"
          control={<Switch size="small" checked={isQuotable} onChange={(_, is) => setIsQuotable(is)} />}
        />
      </div>
    ),
  }
}

/** Quote permission and state of a text, with actions to publish it on the course's page or to remove it. */
function QuoteState({ row }: { row: FeedbackAnswerRow }) {
  if (!row.quote_as) return <span className={styles.beside}>not to be quoted</span>
  return (
    <span className="row">
      <Chip tone={row.published_at ? 'info' : 'good'}>{row.published_at ? 'Quoted' : quotable[row.quote_as]}</Chip>
      <RecordButtons record={row} actions={quoteActions} size="small" />
    </span>
  )
}

const quoteActions = [
  actionsOn<FeedbackAnswerRow>()({
    name: 'publish',
    operation: 'publishQuote',
    label: 'Quote…',
    title: ({ course_title }) => `Quote on the page of ${course_title}?`,
    body: ({ answer }) => (
      <>
        <p className={styles.said}>{answer}</p>
        <p>
          The answer is public there, under the name that the learner chose. The learner can withdraw it at any time.
        </p>
      </>
    ),
    input: ({ id }) => ({ answer_id: id }),
    submit: 'Publish quote',
    success: 'Quote published on the course page',
  }),
  actionsOn<FeedbackAnswerRow>()({
    name: 'unpublish',
    operation: 'unpublishQuote',
    label: 'Remove quote…',
    title: ({ course_title }) => `Remove the quote from ${course_title}?`,
    body: 'The quote disappears from the course page immediately. You can publish it again while the learner’s permission lasts.',
    input: ({ id }) => ({ answer_id: id }),
    submit: 'Remove quote',
    success: 'Quote removed',
  }),
]
