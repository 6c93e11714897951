import type { FigureName } from '@flagyard/api-types'
import { FIGURE_DAYS, figureName } from '@flagyard/api-types/dashboard/schemas'
import { useSearchParams } from 'react-router-dom'

type Days = (typeof FIGURE_DAYS)[number]
/** The last so many days, or those between two. */
export type FigureSpan = { days: Days } | { from: string; until: string }

export const isDays = (value: string | null): value is Days => FIGURE_DAYS.some((days) => days === value)
const isDay = (value: string | null): value is string => /^\d{4}-\d\d-\d\d$/.test(value ?? '')

interface Shown {
  span: FigureSpan
  /** The one that is drawn. */
  figure: FigureName
}

/** Part of the address, so that a link leads to the same figures. */
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
