import { BarChart } from '@mui/x-charts/BarChart'
import { Figure } from '../../../charts/Figure.tsx'
import { shareOf } from './figures.ts'

export interface Bar {
  label: string
  count: number
  colour?: string
}

interface Props {
  label: string
  /** Header of the answer column: `Stars`. */
  head: string
  bars: readonly Bar[]
  /** Number of respondents, the base of the shares. */
  n: number
  /** Horizontal bars, which leave room for long labels. */
  isLying?: boolean
}

/** Distribution of answers, as a chart and a table. */
export const BarFigure = ({ label, head, bars, n, isLying = false }: Props) => (
  <Figure
    label={label}
    heads={[head, 'Answers', 'Share']}
    rows={bars.map(({ label, count }) => [label, String(count), shareOf(count, n)])}
  >
    <BarChart
      height={isLying ? 36 * bars.length + 28 : 190}
      layout={isLying ? 'horizontal' : 'vertical'}
      series={[{ data: bars.map(({ count }) => count), barLabel: 'value', barLabelPlacement: 'outside', color: BAR }]}
      {...axesOf(bars, isLying)}
      margin={{ top: 18, right: 28, bottom: 4, left: 4 }}
      hideLegend
      skipAnimation
      disableKeyboardNavigation
    />
  </Figure>
)

const BAR = 'var(--info)'

/** One axis has the answers. The other is hidden, because the bars are labelled with their counts. */
function axesOf(bars: readonly Bar[], isLying: boolean) {
  const answers = {
    scaleType: 'band' as const,
    data: bars.map(({ label }) => label),
    valueFormatter: shortened,
    disableTicks: true,
    categoryGapRatio: 0.3,
    colorMap: {
      type: 'ordinal' as const,
      values: bars.map(({ label }) => label),
      colors: bars.map(({ colour = BAR }) => colour),
    },
  }
  const most = Math.max(1, ...bars.map(({ count }) => count))
  // Leaves room for the label of the longest bar.
  const counts = { position: 'none' as const, min: 0, max: most * 1.15, domainLimit: 'strict' as const }
  return isLying
    ? { yAxis: [{ ...answers, width: LABELS, disableLine: true }], xAxis: [counts] }
    : { xAxis: [{ ...answers, height: 24 }], yAxis: [counts] }
}

const LABELS = 132
const LONGEST = 19
/** The table shows the full label. */
const shortened = (label: string) => (label.length > LONGEST ? `${label.slice(0, LONGEST - 1).trimEnd()}…` : label)
