import type { QuestionFigures } from '@flagyard/api-types'
import styles from './Analytics.module.css'

export const Tile = ({ name, figure, beside }: { name: string; figure: string; beside: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <span className={styles.number}>{figure}</span>
      <span className={styles.beside}>{beside}</span>
    </dd>
  </div>
)

/** `38%`; a dash if there are no respondents. */
export const shareOf = (count: number, n: number) => (n === 0 ? '—' : `${Math.round((100 * count) / n)}%`)

/** `+34`, `−12`. */
export function formatScore(score: number | null): string {
  if (score === null) return '—'
  const whole = Math.round(score)
  return whole > 0 ? `+${whole}` : `${whole}`.replace('-', '−')
}

const formatMean = (mean: number | null) => (mean === null ? '—' : mean.toFixed(1))

type Figures = Pick<QuestionFigures, 'mean' | 'score'>

/** Name of the summary figure by kind of question. Choice questions have none. */
export const summaryNames: Partial<Record<QuestionFigures['kind'], string>> = { rating: 'Mean', recommend: 'Score' }

export const summaryOf = (kind: QuestionFigures['kind'], { mean, score }: Figures) =>
  kind === 'rating' ? formatMean(mean) : formatScore(score)

/** Minimum number of answers for a reliable summary. Below it, a single answer changes the result noticeably. */
export const FEW = 10
