import type { FeedbackAnalytics, QuestionFigures } from '@flagyard/api-types'
import { kindNames } from '../question-words.ts'
import styles from './Analytics.module.css'
import { type Bar, BarFigure } from './BarFigure.tsx'
import { FEW, summaryNames, summaryOf } from './figures.ts'
import { OtherVersions } from './OtherVersions.tsx'
import { Trend } from './Trend.tsx'

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
          Nothing to show: answers appear once {version.anonymity_threshold} people have given one, so that nobody can
          be told from them.
        </p>
      ) : (
        <>
          <BarFigure
            label={label}
            head={heads[kind] ?? kindNames[kind]}
            bars={question.distribution.map((one) => barOf(kind, one))}
            n={answers}
            isLying={kind === 'single' || kind === 'multiple'}
          />
          {kind === 'multiple' && (
            <p className={styles.note}>Anybody could choose several, so the shares add up to more than the whole.</p>
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
