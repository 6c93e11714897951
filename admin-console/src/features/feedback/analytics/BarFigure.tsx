import { BarChart } from '@mui/x-charts/BarChart'
import { Figure } from '../../../charts/Figure.tsx'
import { shareOf } from './figures.ts'

export interface Bar {
  label: string
  count: number
  colour?: string
}

interface Props {
  /** The question. */
  label: string
  /** What the bars are, for the head of the table: `Stars`. */
  head: string
  bars: readonly Bar[]
  /** Of how many people each count is a share. */
  n: number
  /** Names instead of numbers need room: their bars lie. */
  isLying?: boolean
}

/** How many gave which answer: the picture, and the same figures beside it. */
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

/** Answers along one side; along the other one the bars say themselves how many they are. */
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
  // Beyond the longest bar there is room for its number.
  const counts = { position: 'none' as const, min: 0, max: most * 1.15, domainLimit: 'strict' as const }
  return isLying
    ? { yAxis: [{ ...answers, width: LABELS, disableLine: true }], xAxis: [counts] }
    : { xAxis: [{ ...answers, height: 24 }], yAxis: [counts] }
}

const LABELS = 132
const LONGEST = 19
/** The whole of it stands in the table. */
const shortened = (label: string) => (label.length > LONGEST ? `${label.slice(0, LONGEST - 1).trimEnd()}…` : label)
