import type { CourseWithFeedback, FeedbackAnalytics } from '@flagyard/api-types'
import { feedbackLink } from '@flagyard/api-types/console-links'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { CallButton } from '../../../crud/actions/action-table.tsx'
import { DayField, SelectField } from '../../../crud/pickers.tsx'
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
  const [span, setSpan] = useFeedbackSpan()
  const navigate = useNavigate()
  return (
    <div className={styles.controls}>
      <SelectField
        label="Course"
        value={course}
        sx={{ minWidth: 220, maxWidth: '100%' }}
        onChange={(slug) => navigate(feedbackLink(slug))}
        options={[
          ...(courses.every(({ slug }) => slug !== course) ? [[course, course] as const] : []),
          ...courses.map(({ slug, title }) => [slug, title] as const),
        ]}
      />
      {analytics?.version && <Version analytics={analytics} />}
      <DayField label="From" value={span.from ?? ''} onChange={(from) => setSpan({ from })} />
      <DayField label="Until" value={span.until ?? ''} onChange={(until) => setSpan({ until })} />
      {analytics?.version && (
        <CallButton
          operation="listFeedbackAnswers"
          size="small"
          successMessage="CSV downloaded"
          call={(provider) =>
            provider.exportList('feedback_answers', { filter: JSON.stringify(answersOf(analytics, span)) })
          }
        >
          Export all answers (CSV)
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
    <SelectField
      label="Version"
      value={keyOf(version)}
      sx={{ minWidth: 200, maxWidth: '100%' }}
      onChange={(key) => {
        const chosen = versions.find((one) => keyOf(one) === key)
        if (chosen) setSpan({ form_id: chosen.form_id, form_version: chosen.number })
      }}
      options={versions.map((one) => [
        keyOf(one),
        `${hasOtherForm ? `${one.title}, version` : 'Version'} ${one.number}${one.current ? ', current' : ''} (${countOf(one.responses, 'response')})`,
      ])}
    />
  )
}

const keyOf = ({ form_id, number }: { form_id: string; number: number }) => `${form_id}/${number}`

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
