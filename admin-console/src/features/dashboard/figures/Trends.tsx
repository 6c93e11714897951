import type { Figure, FigureName, Figures } from '@flagyard/api-types'
import { FIGURE_DAYS, figureName } from '@flagyard/api-types/dashboard/schemas'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Spinner } from '@flagyard/ui/Spinner'
import { Suspense, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { LoadingOrError, useCall } from '../../../crud/calls.tsx'
import { ListLink } from '../../../crud/links.tsx'
import { DayField, SelectField } from '../../../crud/pickers.tsx'
import { countOf } from '../../../lib/format.ts'
import { formatSpan, lineOf, sayChange, sayN, sayValue, words } from './labels.ts'
import styles from './Trends.module.css'

// Loaded lazily, so that the figures do not wait for the chart library.
const FigureChart = lazyScreen(() => import('./FigureChart.tsx'))

/** Metrics of a date range, compared with the preceding range, and a chart of one of them. */
export default function Trends() {
  const [{ span }] = useFigureSpan()
  const { data, error, refetch } = useCall('getFigures', span, { refetchInterval: 60_000 })
  return (
    <section className={styles.card} aria-labelledby="trends">
      <div className={styles.head}>
        <h2 id="trends" className={styles.title}>
          Trends
        </h2>
        <SpanControls figures={data} />
      </div>
      {data ? (
        <Content figures={data} />
      ) : (
        <LoadingOrError what="the figures of these days" label="Loading figures…" error={error} retry={refetch} />
      )}
    </section>
  )
}

function Content({ figures }: { figures: Figures }) {
  const [{ figure: name }, show] = useFigureSpan()
  const chart = useRef<HTMLDivElement>(null)
  const drawn = figures.figures.find((figure) => figure.name === name)
  function draw(figure: Figure) {
    show({ figure: figure.name })
    chart.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <>
      <p className={styles.note}>
        {formatSpan(figures)} compared with {formatSpan(figures.before)}. Days are in UTC.
        {figures.uncounted > 0 && ` ${countOf(figures.uncounted, 'day')} will be added within the hour.`}
      </p>
      <ul className={styles.tiles}>
        {figures.figures.map((figure) => (
          <Tile
            key={figure.name}
            figure={figure}
            figures={figures}
            isDrawn={figure.name === name}
            onDraw={() => draw(figure)}
          />
        ))}
      </ul>
      <div ref={chart}>
        {drawn && (
          <Suspense fallback={<Spinner label="Loading the chart…" />}>
            <FigureChart figure={drawn} figures={figures} />
          </Suspense>
        )}
      </div>
    </>
  )
}

interface TileProps {
  figure: Figure
  figures: Figures
  isDrawn: boolean
  onDraw: () => void
}

function Tile({ figure: { name, series }, figures, isDrawn, onDraw }: TileProps) {
  const { label, rows } = words[name]
  return (
    <li className={styles.tile} data-drawn={isDrawn} aria-labelledby={`figure-${name}`}>
      <h3 id={`figure-${name}`} className={styles.label}>
        {label}
      </h3>
      {series.length === 0 && <p className={styles.beside}>No payments in either period</p>}
      {series.map((line) => (
        <p key={line.key} className={styles.line}>
          <span className={styles.number}>
            <ListLink to={rows.to(figures)}>{sayValue(name, line.key, line.value)}</ListLink>
          </span>
          <span className={styles.beside}>
            {[series.length > 1 && lineOf(name, line.key).label, sayN(line), sayChange(name, line)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
      ))}
      <button type="button" className={styles.draw} aria-pressed={isDrawn} onClick={onDraw}>
        Chart<span className="visually-hidden"> of {label}</span>
      </button>
    </li>
  )
}

/** Selects the last N days or a custom date range. The dates of a preset are unknown until the figures have loaded. */
function SpanControls({ figures }: { figures: Figures | undefined }) {
  const [{ span }, show] = useFigureSpan()
  const chosen = 'days' in span ? span.days : OTHER
  const today = new Date().toISOString().slice(0, 10)
  const { from, until } = 'from' in span ? span : { from: figures?.from ?? today, until: figures?.until ?? today }
  return (
    <div className={styles.controls}>
      <SelectField
        label="Period"
        value={chosen}
        sx={{ minWidth: 160 }}
        onChange={(days) => show({ span: isDays(days) ? { days } : { from, until } })}
        options={[...FIGURE_DAYS.map((days) => [days, `Last ${days} days`] as const), [OTHER, 'Custom dates']]}
      />
      {chosen === OTHER && (
        <>
          <DayField label="From" value={from} onChange={(day) => day && show({ span: { from: day, until } })} />
          <DayField label="Until" value={until} onChange={(day) => day && show({ span: { from, until: day } })} />
        </>
      )}
    </div>
  )
}

const OTHER = 'other'

type Days = (typeof FIGURE_DAYS)[number]
/** The last N days, or a custom date range. */
type FigureSpan = { days: Days } | { from: string; until: string }

const isDays = (value: string | null): value is Days => FIGURE_DAYS.some((days) => days === value)
const isDay = (value: string | null): value is string => /^\d{4}-\d\d-\d\d$/.test(value ?? '')

interface Shown {
  span: FigureSpan
  /** The metric in the chart. */
  figure: FigureName
}

/** State in the address, so that it can be linked. */
function useFigureSpan(): [shown: Shown, show: (change: Partial<Shown>) => void] {
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
