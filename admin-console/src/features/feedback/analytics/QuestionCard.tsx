import type { FeedbackAnalytics, QuestionFigures } from '@flagyard/api-types'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { BarChart } from '@mui/x-charts/BarChart'
import { LineChart } from '@mui/x-charts/LineChart'
import { Fragment } from 'react'
import figureStyles from '../../../charts/Figure.module.css'
import { Figure } from '../../../charts/Figure.tsx'
import { PlainTable } from '../../../crud/list/PlainTable.tsx'
import { formatDay } from '../../../lib/format.ts'
import { formatMonday, kindNames } from '../feedback-words.ts'
import styles from './Analytics.module.css'
import { FEW, shareOf, summaryNames, summaryOf } from './figures.tsx'

interface Props {
  question: QuestionFigures
  version: NonNullable<FeedbackAnalytics['version']>
}

export function QuestionCard({ question, version }: Props) {
  const { id, label, kind, answers } = question
  const summary = summaryNames[kind]
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {label}{' '}
        <span className={styles.beside}>
          {answers > 0 && summary && `${summary} ${summaryOf(kind, question)} · `}n = {answers}
        </span>
      </h2>
      {answers === 0 ? (
        <p className={styles.hidden}>
          Answers are shown once there are {version.anonymity_threshold}, so that they stay anonymous.
        </p>
      ) : (
        <>
          <BarFigure
            label={label}
            head={heads[kind] ?? kindNames[kind]}
            bars={question.distribution.map((one) => barOf(kind, one))}
            n={answers}
            isHorizontal={kind === 'single' || kind === 'multiple'}
          />
          {kind === 'multiple' && (
            <p className={styles.note}>Several choices were possible, so the shares can add up to more than 100%.</p>
          )}
          {answers < FEW && <p className={styles.note}>Only {answers} answers: too few to judge the course by.</p>}
          <Trend question={question} />
        </>
      )}
      <OtherVersions question={question} version={version} />
    </section>
  )
}

const heads: Partial<Record<QuestionFigures['kind'], string>> = {
  rating: 'Rating',
  recommend: 'Score',
  single: 'Choice',
  multiple: 'Choice',
}

function barOf(kind: QuestionFigures['kind'], { value, count }: QuestionFigures['distribution'][number]): Bar {
  return { label: value, count, ...(kind === 'recommend' && { colour: colourOf(Number(value)) }) }
}

/** Promoters, passives and detractors. */
const colourOf = (score: number) => (score > 8 ? 'var(--good)' : score > 6 ? 'var(--line-strong)' : 'var(--signal)')

interface Bar {
  label: string
  count: number
  colour?: string
}

interface BarFigureProps {
  label: string
  /** Header of the answer column: `Stars`. */
  head: string
  bars: readonly Bar[]
  /** Number of respondents, the base of the shares. */
  n: number
  /** Horizontal bars, which leave room for long labels. */
  isHorizontal?: boolean
}

/** Distribution of answers, as a chart and a table. */
const BarFigure = ({ label, head, bars, n, isHorizontal = false }: BarFigureProps) => (
  <Figure
    label={label}
    heads={[head, 'Answers', 'Share']}
    rows={bars.map(({ label, count }) => [label, String(count), shareOf(count, n)])}
  >
    <BarChart
      height={isHorizontal ? 36 * bars.length + 28 : 190}
      layout={isHorizontal ? 'horizontal' : 'vertical'}
      series={[{ data: bars.map(({ count }) => count), barLabel: 'value', barLabelPlacement: 'outside', color: BAR }]}
      {...axesOf(bars, isHorizontal)}
      margin={{ top: 18, right: 28, bottom: 4, left: 4 }}
      hideLegend
      skipAnimation
      disableKeyboardNavigation
    />
  </Figure>
)

const BAR = 'var(--info)'

/** One axis has the answers. The other is hidden, because the bars are labelled with their counts. */
function axesOf(bars: readonly Bar[], isHorizontal: boolean) {
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
  return isHorizontal
    ? { yAxis: [{ ...answers, width: LABELS, disableLine: true }], xAxis: [counts] }
    : { xAxis: [{ ...answers, height: 24 }], yAxis: [counts] }
}

const LABELS = 132
const LONGEST = 19
/** The table shows the full label. */
const shortened = (label: string) => (label.length > LONGEST ? `${label.slice(0, LONGEST - 1).trimEnd()}…` : label)

function Trend({ question: { kind, label, trend } }: { question: QuestionFigures }) {
  const name = summaryNames[kind]
  if (!name || trend.length < 2) return null
  // Noon of each Monday, local time. Weeks without answers leave a gap.
  const mondays = trend.map(({ week }) => new Date(`${week}T12:00`))
  const [min, max] = kind === 'rating' ? [1, 5] : [-100, 100]
  return (
    <details className={styles.more}>
      <summary>{name} by week</summary>
      <Figure
        label={`${label}, week by week`}
        heads={['Week of', name, 'n']}
        rows={trend.map((one) => [formatMonday(one.week), summaryOf(kind, one), String(one.answers)])}
      >
        <LineChart
          height={190}
          series={[
            {
              data: trend.map(({ mean, score }) => mean ?? score),
              color: 'var(--info)',
              curve: 'linear',
              showMark: true,
            },
          ]}
          xAxis={[
            {
              scaleType: 'time',
              data: mondays,
              tickInterval: mondays,
              tickLabelMinGap: 12,
              valueFormatter: (day: Date) => formatDay(day.toISOString()),
              height: 24,
              disableTicks: true,
            },
          ]}
          yAxis={[{ min, max, width: 36, disableLine: true, disableTicks: true }]}
          grid={{ horizontal: true }}
          margin={{ top: 8, right: 44, bottom: 4, left: 8 }}
          hideLegend
          skipAnimation
          disableKeyboardNavigation
        />
      </Figure>
    </details>
  )
}

type Figures = Pick<QuestionFigures, 'answers' | 'distribution' | 'mean' | 'score'> & { number: number }

/**
 * The same question in other versions of the form, compared as shares because the numbers of respondents differ. Questions whose text was
 * changed are listed, but not compared.
 */
function OtherVersions({ question, version }: Props) {
  const { versions } = question
  const same = versions.filter((one) => one.same)
  if (versions.length === 0) return null
  return (
    <details className={styles.more}>
      <summary>Comparison with other versions</summary>
      {same.length > 0 && (
        <SideBySide question={question} columns={[{ ...question, number: version.number }, ...same]} />
      )}
      {versions
        .filter((one) => !one.same)
        .map(({ number, label }) => (
          <p key={number} className={styles.note}>
            Version {number} {label === question.label ? 'had other choices' : `asked “${label}”`}, so its figures do
            not compare with these.
          </p>
        ))}
    </details>
  )
}

function SideBySide({
  question: { kind, label, distribution },
  columns,
}: {
  question: QuestionFigures
  columns: Figures[]
}) {
  const values = distribution.length > 0 ? distribution : (columns.find((one) => one.answers > 0)?.distribution ?? [])
  const summary = summaryNames[kind]
  return (
    <ScrollRegion label={`${label}, version by version`} className={styles.wide}>
      <PlainTable
        className={figureStyles.table}
        heads={[
          'Answer',
          ...columns.map(({ number, answers }) => (
            <Fragment key={number}>
              Version {number} <span className={styles.beside}>{answers > 0 ? `n = ${answers}` : 'too few'}</span>
            </Fragment>
          )),
        ]}
        rows={[
          ...values.map(
            ({ value }) => [value, value, ...columns.map((one) => shareOf(countIn(one, value), one.answers))] as const,
          ),
          ...(summary ? [['summary', summary, ...columns.map((one) => summaryOf(kind, one))] as const] : []),
        ]}
      />
    </ScrollRegion>
  )
}

const countIn = ({ distribution }: Figures, value: string) =>
  distribution.find((one) => one.value === value)?.count ?? 0
