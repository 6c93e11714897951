import type { FigureName } from '@flagyard/api-types'
import { FIGURE_DAYS, figureName } from '@flagyard/api-types/dashboard/schemas'
import { useSearchParams } from 'react-router-dom'

type Days = (typeof FIGURE_DAYS)[number]
/** The last N days, or a custom date range. */
export type FigureSpan = { days: Days } | { from: string; until: string }

export const isDays = (value: string | null): value is Days => FIGURE_DAYS.some((days) => days === value)
const isDay = (value: string | null): value is string => /^\d{4}-\d\d-\d\d$/.test(value ?? '')

interface Shown {
  span: FigureSpan
  /** The metric in the chart. */
  figure: FigureName
}

/** State in the address, so that it can be linked. */
export function useFigureSpan(): [shown: Shown, show: (change: Partial<Shown>) => void] {
  const [search, setSearch] = useSearchParams()
  const [days, from, until] = [search.get('days'), search.get('from'), search.get('until')]
  const shown: Shown = {
    span: isDay(from) && isDay(until) ? { from, until } : { days: isDays(days) ? days : '30' },
    figure: figureName.safeParse(search.get('figure')).data ?? 'signups',
  }
  const show = (change: Partial<Shown>) => {
    const { span, figure } = { ...shown, ...change }
    setSearch({ ...span, figure }, { replace: true, preventScrollReset: true })
  }
  return [shown, show]
}
