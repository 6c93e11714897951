import { useSearchParams } from 'react-router-dom'

export interface FeedbackSpan {
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
