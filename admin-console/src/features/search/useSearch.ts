import type { SearchGroup } from '@flagyard/api-types'
import { consolePaths, filteredList } from '@flagyard/api-types/links'
import { useSettled } from '@flagyard/ui/useSettled'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import { useScreens } from '../../crud/links.tsx'
import { formatCount } from '../../lib/format.ts'
import { formatTotal } from '../../lib/total.ts'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'
import { searchTargets } from './searchTargets.ts'

export interface Hit {
  to: string
  title: string
  detail: string | null
}
export interface Hits {
  label: string
  hits: Hit[]
  /** Total number including hidden results; `sayTotal` is formatted: `100 or more`. */
  total: number
  sayTotal: string
  capped: boolean
}

const LETTERS = 3
const PAUSE_MS = 150
/** Label of the first group, which is searched locally. */
export const SCREENS = 'Screens'

/** Searches screens by name immediately, and everything else on the server after a pause in typing. */
export function useSearch(typed: string, recent: Hit[]) {
  const q = useSettled(typed.trim(), PAUSE_MS)
  const provider = useDataProvider<ConsoleDataProvider>()
  const screens = [{ to: consolePaths.home, label: 'Dashboard' }, ...useScreens()]
  const asks = q.length >= LETTERS
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['searchEverything', q],
    queryFn: ({ signal }) => provider.call('searchEverything', { q }, { signal }),
    enabled: asks,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const found = asks && data ? data : []
  return {
    groups: typed.trim() === '' ? own('Recent', recent) : [...own(SCREENS, named(screens, typed)), ...hitsOf(found, q)],
    late: found.filter((group) => group.late).map((group) => searchTargets[group.kind].label),
    error: asks ? error : null,
    /** True while the query is debounced or the request is pending. */
    waits: typed.trim() !== q || isFetching,
    short: typed.trim().length < LETTERS,
    refetch,
  }
}

const own = (label: string, hits: Hit[]): Hits[] =>
  hits.length > 0 ? [{ label, hits, total: hits.length, sayTotal: formatCount(hits.length), capped: false }] : []

const named = (screens: { to: string; label: string }[], typed: string): Hit[] =>
  screens
    .filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()))
    .map(({ to, label }) => ({ to, title: label, detail: null }))

const hitsOf = (groups: SearchGroup[], q: string): Hits[] =>
  groups
    .filter(({ rows }) => rows.length > 0)
    .map(({ kind, rows, total, capped }) => {
      const { label, to, list, more: moreOf } = searchTargets[kind]
      const hits = rows.map((row) => ({ to: to(row), title: row.title, detail: row.detail }))
      const number = formatTotal(total, { estimated: false, capped })
      const rest = moreOf?.(q) ?? (list && filteredList(list, { q }))
      const more = { to: rest ?? '', title: `More in ${label}`, detail: capped ? number : `all ${number}` }
      return { label, hits: rest && total > rows.length ? [...hits, more] : hits, total, sayTotal: number, capped }
    })
