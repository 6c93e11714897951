import type { QuestionFigures } from '@flagyard/api-types'

/** `38%`; a share of nobody is none. */
export const shareOf = (count: number, n: number) => (n === 0 ? '—' : `${Math.round((100 * count) / n)}%`)

/** `+34`, `−12`. */
export function formatScore(score: number | null): string {
  if (score === null) return '—'
  const whole = Math.round(score)
  return whole > 0 ? `+${whole}` : `${whole}`.replace('-', '−')
}

const formatMean = (mean: number | null) => (mean === null ? '—' : mean.toFixed(1))

type Figures = Pick<QuestionFigures, 'mean' | 'score'>

/** What the answers to a question come to in one figure, and what that is called; undefined for choices, which come to none. */
export const summaryNames: Partial<Record<QuestionFigures['kind'], string>> = { rating: 'Mean', recommend: 'Score' }

export const summaryOf = (kind: QuestionFigures['kind'], { mean, score }: Figures) =>
  kind === 'rating' ? formatMean(mean) : formatScore(score)

/** With fewer, one person more or less changes the picture. */
export const FEW = 10
