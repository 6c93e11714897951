import type { LessonInsight } from '@flagyard/api-types'
import { BarChart } from '@mui/x-charts/BarChart'
import { Figure } from '../../charts/Figure.tsx'
import { countOf } from '../../lib/format.ts'
import { shareOf } from '../feedback/analytics/figures.tsx'
import { formatLength } from '../uploads/file-words.ts'
import styles from './Insight.module.css'
import { useChosenFilm } from './useChosenFilm.ts'

/** Where learners stop watching a video: viewers of each tenth, and the current position of learners who have not finished. */
export function FilmCard({ lessons }: { lessons: readonly LessonInsight[] }) {
  const [chosen] = useChosenFilm()
  const lesson = lessons.find(({ id }) => id === chosen)
  const film = lesson?.figures?.film
  if (!lesson || !film) return null
  const parts = film.seen.map((_, tenth) => partOf(lesson.estimate_seconds, tenth))
  return (
    <section className={styles.card} aria-labelledby="film">
      <h2 id="film" className={styles.title}>
        {lesson.title} <span className={styles.beside}>watched by {countOf(film.learners, 'learner')}</span>
      </h2>
      <Figure
        label={`Where learners stop in ${lesson.title}`}
        heads={['Part of the film', 'Saw it', 'Share', 'Stopped here']}
        rows={parts.map((part, tenth) => {
          const seen = film.seen[tenth] ?? 0
          return [part, String(seen), shareOf(seen, film.learners), String(film.stopped[tenth] ?? 0)]
        })}
      >
        <BarChart
          className={styles.chart ?? ''}
          height={240}
          series={[
            { data: film.seen, label: 'Saw it', color: 'var(--info)' },
            { data: film.stopped, label: 'Stopped here', color: 'var(--signal)' },
          ]}
          xAxis={[
            {
              scaleType: 'band',
              data: parts,
              height: 24,
              disableTicks: true,
              tickLabelMinGap: 12,
              categoryGapRatio: 0.3,
            },
          ]}
          yAxis={[{ min: 0, width: 40, tickMinStep: 1, disableLine: true, disableTicks: true }]}
          grid={{ horizontal: true }}
          margin={{ top: 8, right: 8, bottom: 4, left: 0 }}
          skipAnimation
          disableKeyboardNavigation
        />
      </Figure>
      <p className={styles.note}>
        Whoever saw at least half of a part saw it. “Stopped here” are those who have not finished, by where the film
        stands. What was watched before the lesson last changed is not counted.
      </p>
    </section>
  )
}

const partOf = (seconds: number, tenth: number) =>
  `${formatLength((seconds * tenth) / 10)}–${formatLength((seconds * (tenth + 1)) / 10)}`
