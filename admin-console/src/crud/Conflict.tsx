import type { RaRecord } from 'react-admin'
import { useFormState } from 'react-hook-form'
import styles from './EditForm.module.css'

interface Props<T> {
  before: T
  now: T
  recordLabel: string
  labels: Partial<Record<keyof T & string, string>>
}

/** Somebody else saved first: what they changed, and which of it is typed anew here. */
export function Conflict<T extends RaRecord>({ before, now, recordLabel, labels }: Props<T>) {
  const { dirtyFields } = useFormState()
  const changed = Object.entries<string | undefined>(labels).filter(([field]) => say(before[field]) !== say(now[field]))
  return (
    <section className={styles.conflict} aria-label="Changed meanwhile" role="alert">
      <p>Somebody else changed this {recordLabel} while you were typing. What you typed is still here.</p>
      {changed.length > 0 && (
        <ul>
          {changed.map(([field, label]) => (
            <li key={field}>
              {label}: {say(before[field])} became {say(now[field])}.{field in dirtyFields && ' Yours is kept below.'}
            </li>
          ))}
        </ul>
      )}
      <p>Have a look, and save again.</p>
    </section>
  )
}

const say = (value: unknown): string =>
  value === null || value === undefined || value === '' ? 'nothing' : `“${value}”`
