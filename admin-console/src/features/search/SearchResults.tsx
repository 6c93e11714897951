import { isConsolePath } from '@flagyard/auth'
import { Button } from '@flagyard/ui/Button'
import { OptionGroups } from '@flagyard/ui/OptionBox'
import { useEffect } from 'react'
import { useStore } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { sentenceOf } from '../../lib/problem.ts'
import { formatTotal } from '../../lib/total.ts'
import styles from './SearchResults.module.css'
import { type Hit, SCREENS, useSearch } from './useSearch.ts'

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
    if (typed.trim() === '') return hits > 0 ? '' : 'Type three letters. What you open here is kept under Recent.'
    if (short) return hits > 0 ? '' : 'Type three letters at least.'
    if (waits) return 'Searching…'
    if (late.length > 0) return `Took too long and is left out: ${late.join(', ')}.`
    return hits > 0 ? `${total} found` : `Nothing is called “${typed.trim()}”.`
  }
}
