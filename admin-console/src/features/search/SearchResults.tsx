import type { FoundKind, Found as FoundRow, SearchGroup } from '@flagyard/api-types'
import { type ConsoleList, consolePaths, filteredList } from '@flagyard/api-types/console-links'
import { isConsolePath } from '@flagyard/auth'
import { Button } from '@flagyard/ui/Button'
import { OptionGroups } from '@flagyard/ui/OptionBox'
import { useDebounced } from '@flagyard/ui/useDebounced'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useDataProvider, useStore } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useScreens } from '../../crud/links.tsx'
import { formatCount } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import { formatTotal } from '../../lib/total.ts'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'
import styles from './Search.module.css'

const MOST_RECENT = 6

export interface Found {
  /** Number of options that the arrow keys can reach. */
  count: number
  /** Index of the first option from an earlier query; undefined if all are current. */
  staleFrom: number | undefined
}

interface Props {
  typed: string
  /** Index of the active option. */
  at: number
  onFound: (found: Found) => void
  onClose: () => void
}

/** Search results, below SearchBox's input. */
export default function SearchResults({ typed, at, onFound, onClose }: Props) {
  const [recent, setRecent] = useStore<Hit[]>('search.recent', [])
  const navigate = useNavigate()
  const { groups, ...state } = useSearch(typed, recent)
  const count = groups.reduce((sum, group) => sum + group.hits.length, 0)
  const staleFrom = state.waits ? (groups.find(({ label }) => label === SCREENS)?.hits.length ?? 0) : undefined
  useEffect(() => onFound({ count, staleFrom }), [count, staleFrom, onFound])
  const go = ({ to, title, detail }: Hit) => {
    const hit = { to, title, detail }
    setRecent([hit, ...recent.filter(({ to }) => to !== hit.to)].slice(0, MOST_RECENT))
    onClose()
    if (isConsolePath(hit.to)) navigate(hit.to)
    else location.assign(hit.to)
  }
  return (
    <>
      <OptionGroups
        groups={groups.map(({ label, sayTotal, hits }) => ({ label, sayTotal, options: hits.map(keyed) }))}
        current={Math.min(at, count - 1)}
        onTake={go}
      />
      <State
        typed={typed}
        hits={count}
        total={formatTotal(
          groups.reduce((sum, group) => sum + group.total, 0),
          { estimated: false, capped: groups.some(({ capped }) => capped) },
        )}
        {...state}
      />
    </>
  )
}

const keyed = (hit: Hit) => ({ ...hit, key: hit.to + hit.title })

interface StateProps extends Omit<ReturnType<typeof useSearch>, 'groups'> {
  typed: string
  hits: number
  /** Total number of results including hidden ones, formatted. */
  total: string
}

function State({ typed, hits, total, error, waits, short, late, refetch }: StateProps) {
  if (error)
    return (
      <div className={styles.state} role="alert">
        <p>{sentenceOf(error)}</p>
        <Button size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  return (
    <p className={styles.state} role="status">
      {sentence()}
    </p>
  )

  function sentence() {
    if (typed.trim() === '')
      return hits > 0 ? '' : 'Type at least three letters. Results that you open are listed under Recent.'
    if (short) return hits > 0 ? '' : 'Type at least three letters.'
    if (waits) return 'Searching…'
    if (late.length > 0) return `Timed out: ${late.join(', ')}.`
    return hits > 0 ? `${total} found` : `No results for “${typed.trim()}”.`
  }
}

interface Hit {
  to: string
  title: string
  detail: string | null
}
interface Hits {
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
const SCREENS = 'Screens'

/** Searches screens by name immediately, and everything else on the server after a pause in typing. */
function useSearch(typed: string, recent: Hit[]) {
  const q = useDebounced(typed.trim(), PAUSE_MS)
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

interface Kind {
  label: string
  /** Page of a result. */
  to: (found: FoundRow) => string
  /** List that shows all results for the same query. */
  list?: Extract<
    ConsoleList,
    | 'listUsers'
    | 'listCoursesForAdmin'
    | 'listLabsForAdmin'
    | 'listExamsForAdmin'
    | 'listBundlesForAdmin'
    | 'listOrders'
    | 'listOrganisations'
    | 'listVouchers'
    | 'listCertificates'
    | 'listAwsAccounts'
    | 'listAzureSubscriptions'
    | 'listGcpProjects'
  >
  /** Link to all results, if the list needs more than the query as a filter. */
  more?: (q: string) => string
}

const page =
  (to: (id: string) => string) =>
  ({ id }: FoundRow) =>
    to(id)

/** Kinds of results. A feature with a search source adds its entry here. */
const searchTargets: Record<FoundKind, Kind> = {
  user: { label: 'Users', to: page(consolePaths.user), list: 'listUsers' },
  course: { label: 'Courses', to: page(consolePaths.course), list: 'listCoursesForAdmin' },
  lab: { label: 'Labs', to: page(consolePaths.lab), list: 'listLabsForAdmin' },
  exam: { label: 'Exams', to: page(consolePaths.exam), list: 'listExamsForAdmin' },
  bundle: { label: 'Bundles', to: page(consolePaths.bundle), list: 'listBundlesForAdmin' },
  order: { label: 'Orders', to: page(consolePaths.order), list: 'listOrders' },
  organisation: { label: 'Organisations', to: page(consolePaths.organisation), list: 'listOrganisations' },
  voucher: { label: 'Vouchers', to: page(consolePaths.voucher), list: 'listVouchers' },
  certificate: { label: 'Certificates', to: page(consolePaths.certificate), list: 'listCertificates' },
  aws_account: { label: 'AWS accounts', to: page(consolePaths.awsAccount), list: 'listAwsAccounts' },
  azure_subscription: {
    label: 'Azure subscriptions',
    to: page(consolePaths.azureSubscription),
    list: 'listAzureSubscriptions',
  },
  gcp_project: { label: 'GCP projects', to: page(consolePaths.gcpProject), list: 'listGcpProjects' },
  deployment: {
    label: 'Deployments',
    to: page(consolePaths.deployment),
    more: (q) => filteredList('listDeployments', { q, state: ['queued', 'held', 'provisioning', 'running', 'ending'] }),
  },
  banner: { label: 'Banners', to: page(consolePaths.banner) },
}
