import { countOf } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'
import styles from './CoursePage.module.css'

/** Rating and quotes of a course. Errors are ignored, because the page is complete without them. */
export function Reviews({ slug }: { slug: string }) {
  const { data } = useQuery(callQuery('getCourseReviews', { slug }))
  if (!data || (data.recommendation === null && data.quotes.length === 0)) return null
  const { recommendation, quotes } = data
  return (
    <section className="stack">
      <h2>What learners say</h2>
      {recommendation && (
        <p>
          {countOf(recommendation.answers, 'learner')} rate it{' '}
          <span className={styles.score}>{formatScore(recommendation.mean)}</span> out of 10.
        </p>
      )}
      {quotes.length > 0 && (
        <ul className={styles.quotes}>
          {quotes.map(({ id, question, text, name }) => (
            <li key={id}>
              <figure className={styles.quote}>
                <blockquote>{text}</blockquote>
                <figcaption className="small muted">
                  {name ?? 'A learner'}, asked “{question}”
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const formatScore = (mean: number) => new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(mean)
