import type { Figure, Figures } from '@flagyard/api-types'
import { Failed } from '@flagyard/ui/Feedback'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Spinner } from '@flagyard/ui/Spinner'
import { Suspense, useRef } from 'react'
import { useCall } from '../../../crud/calls.tsx'
import { ListLink } from '../../../crud/links.tsx'
import { countOf } from '../../../lib/format.ts'
import { sentenceOf } from '../../../lib/problem.ts'
import { formatSpan } from './days.ts'
import styles from './Happened.module.css'
import { lineOf, words } from './labels.ts'
import { SpanControls } from './SpanControls.tsx'
import { sayChange, sayN, sayValue } from './say.ts'
import { useFigureSpan } from './useFigureSpan.ts'

// Loaded lazily, so that the figures do not wait for the chart library.
const FigureChart = lazyScreen(() => import('./FigureChart.tsx'))

/** Metrics of a date range, compared with the preceding range, and a chart of one of them. */
export default function Happened() {
  const [{ span }] = useFigureSpan()
  const { data, error, refetch } = useCall('getFigures', span, { refetchInterval: 60_000 })
  return (
    <section className={styles.card} aria-labelledby="happened">
      <div className={styles.head}>
        <h2 id="happened" className={styles.title}>
          What happened
        </h2>
        <SpanControls figures={data} />
      </div>
      {data ? (
        <Content figures={data} />
      ) : error ? (
        <Failed what="the figures of these days" why={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Adding up the days" />
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
        {formatSpan(figures)} beside the days before, {formatSpan(figures.before)}. Days are those of UTC.
        {figures.uncounted > 0 &&
          ` ${countOf(figures.uncounted, 'day')} of these ${figures.uncounted === 1 ? 'is' : 'are'} still being counted and will be added within the hour.`}
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
          <Suspense fallback={<Spinner label="Drawing" />}>
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
      {series.length === 0 && <p className={styles.beside}>Nothing paid, now or before</p>}
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
