import type { CourseWithFeedback, FeedbackAnalytics } from '@flagyard/api-types'
import { feedbackLink } from '@flagyard/api-types/links'
import { MenuItem, TextField } from '@mui/material'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { CallButton } from '../../../crud/actions.tsx'
import { countOf } from '../../../lib/format.ts'
import styles from './Analytics.module.css'

interface Props {
  course: string
  courses: CourseWithFeedback[]
  /** Undefined while loading: then only course and dates can be chosen. */
  analytics?: FeedbackAnalytics | undefined
}

/** Selects course, form version and date range, and exports the answers. */
export function Controls({ course, courses, analytics }: Props) {
  const [span] = useFeedbackSpan()
  const navigate = useNavigate()
  return (
    <div className={styles.controls}>
      <TextField
        select
        size="small"
        label="Course"
        value={course}
        sx={{ minWidth: 220, maxWidth: '100%' }}
        onChange={({ target }) => navigate(feedbackLink(target.value))}
      >
        {courses.every(({ slug }) => slug !== course) && <MenuItem value={course}>{course}</MenuItem>}
        {courses.map(({ slug, title }) => (
          <MenuItem key={slug} value={slug}>
            {title}
          </MenuItem>
        ))}
      </TextField>
      {analytics?.version && <Version analytics={analytics} />}
      <Day name="from" label="From" />
      <Day name="until" label="Until" />
      {analytics?.version && (
        <CallButton
          operation="listFeedbackAnswers"
          size="small"
          successMessage="Downloaded as CSV"
          call={(provider) =>
            provider.exportList('feedback_answers', { filter: JSON.stringify(answersOf(analytics, span)) })
          }
        >
          Export all answers as CSV
        </CallButton>
      )}
    </div>
  )
}

/** List filter for the answers behind the figures. */
export const answersOf = ({ course, version }: FeedbackAnalytics, { from, until }: FeedbackSpan) => ({
  course: course.slug,
  ...(version && { form_id: version.form_id, form_version: version.number }),
  ...(from && { from }),
  ...(until && { until }),
})

function Version({ analytics: { versions, version } }: { analytics: FeedbackAnalytics }) {
  const [, setSpan] = useFeedbackSpan()
  if (!version || versions.length < 2) return null
  const hasOtherForm = versions.some(({ form_id }) => form_id !== version.form_id)
  return (
    <TextField
      select
      size="small"
      label="Version"
      value={keyOf(version)}
      sx={{ minWidth: 200, maxWidth: '100%' }}
      onChange={({ target }) => {
        const chosen = versions.find((one) => keyOf(one) === target.value)
        if (chosen) setSpan({ form_id: chosen.form_id, form_version: chosen.number })
      }}
    >
      {versions.map((one) => (
        <MenuItem key={keyOf(one)} value={keyOf(one)}>
          {hasOtherForm && `${one.title}, `}
          {hasOtherForm ? 'version' : 'Version'} {one.number}
          {one.current && ', asked now'} ({countOf(one.responses, 'response')})
        </MenuItem>
      ))}
    </TextField>
  )
}

const keyOf = ({ form_id, number }: { form_id: string; number: number }) => `${form_id}/${number}`

function Day({ name, label }: { name: 'from' | 'until'; label: string }) {
  const [span, setSpan] = useFeedbackSpan()
  return (
    <TextField
      type="date"
      size="small"
      label={label}
      value={span[name] ?? ''}
      onChange={({ target }) => setSpan({ [name]: target.value })}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}

interface FeedbackSpan {
  form_id?: string
  form_version?: number
  from?: string
  until?: string
}

/** State in the address, so that it can be linked. */
export function useFeedbackSpan(): [span: FeedbackSpan, set: (change: FeedbackSpan) => void] {
  const [search, setSearch] = useSearchParams()
  const [form_id, version, from, until] = ['form_id', 'form_version', 'from', 'until'].map((name) => search.get(name))
  const span = {
    ...(form_id && Number(version) > 0 && { form_id, form_version: Number(version) }),
    ...(isDay(from) && { from }),
    ...(isDay(until) && { until }),
  }
  const set = (change: FeedbackSpan) => {
    const next = Object.entries({ ...Object.fromEntries(search), ...change })
    setSearch(
      next.flatMap(([name, value]) => (value ? [[name, String(value)] as [string, string]] : [])),
      { replace: true },
    )
  }
  return [span, set]
}

const isDay = (value: string | null | undefined): value is string => /^\d{4}-\d\d-\d\d$/.test(value ?? '')
