import type { FeedbackAnalytics, QuestionFigures } from '@flagyard/api-types'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import figureStyles from '../../../charts/Figure.module.css'
import styles from './Analytics.module.css'
import { shareOf, summaryNames, summaryOf } from './figures.ts'

interface Props {
  question: QuestionFigures
  version: NonNullable<FeedbackAnalytics['version']>
}

type Figures = Pick<QuestionFigures, 'answers' | 'distribution' | 'mean' | 'score'> & { number: number }

/**
 * The same question in other versions of the form, compared as shares because the numbers of respondents differ. Questions whose text was
 * changed are listed, but not compared.
 */
export function OtherVersions({ question, version }: Props) {
  const { versions } = question
  const same = versions.filter((one) => one.same)
  if (versions.length === 0) return null
  return (
    <details className={styles.more}>
      <summary>Beside other versions</summary>
      {same.length > 0 && (
        <SideBySide question={question} columns={[{ ...question, number: version.number }, ...same]} />
      )}
      {versions
        .filter((one) => !one.same)
        .map(({ number, label }) => (
          <p key={number} className={styles.note}>
            Version {number} asked it {label === question.label ? 'with other answers to choose from' : `as “${label}”`}
            , so its figures do not compare with these.
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
      <table className={figureStyles.table}>
        <thead>
          <tr>
            <th scope="col">Answer</th>
            {columns.map(({ number, answers }) => (
              <th key={number} scope="col">
                Version {number} <span className={styles.beside}>{answers > 0 ? `n = ${answers}` : 'too few'}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {values.map(({ value }) => (
            <tr key={value}>
              <th scope="row">{value}</th>
              {columns.map((column) => (
                <td key={column.number}>{shareOf(countIn(column, value), column.answers)}</td>
              ))}
            </tr>
          ))}
          {summary && (
            <tr>
              <th scope="row">{summary}</th>
              {columns.map((column) => (
                <td key={column.number}>{summaryOf(kind, column)}</td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

const countIn = ({ distribution }: Figures, value: string) =>
  distribution.find((one) => one.value === value)?.count ?? 0
