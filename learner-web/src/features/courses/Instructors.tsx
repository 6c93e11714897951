import type { Instructor } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Link } from '@flagyard/ui/Link'
import styles from './CoursePage.module.css'

/** Instructors of the course, and their other courses. */
export function Instructors({ people }: { people: Instructor[] }) {
  if (people.length === 0) return null
  return (
    <section className="stack">
      <h2>{people.length === 1 ? 'Your instructor' : 'Your instructors'}</h2>
      {people.map((person) => (
        <div key={person.name} className={styles.person}>
          {person.picture ? (
            // Decorative: the name is shown next to the picture.
            <img className={styles.portrait} src={person.picture.url} width={72} height={72} alt="" loading="lazy" />
          ) : (
            <span className={styles.portrait} aria-hidden="true">
              {initialsOf(person.name)}
            </span>
          )}
          <div className={styles.about}>
            <h3>{person.name}</h3>
            {person.title && <p className="small muted">{person.title}</p>}
            {person.bio && <p>{person.bio}</p>}
            {person.courses.length > 0 && (
              <p className="small">
                Also teaches{' '}
                {person.courses.map(({ slug, title }, at) => (
                  <span key={slug}>
                    {at > 0 && ', '}
                    <Link to={paths.course(slug)}>{title}</Link>
                  </span>
                ))}
              </p>
            )}
          </div>
        </div>
      ))}
    </section>
  )
}

/** First letters of the first and last word: `AB` for Ada Brandt. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => [...(word ?? '')][0] ?? '').join('')
}
