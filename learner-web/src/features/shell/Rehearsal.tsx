import type { Rehearsal as Rehearsed } from '@flagyard/api-types'
import { REHEARSAL_MINUTES } from '@flagyard/api-types/shell/operations'
import { Button } from '@flagyard/ui/Button'
import { FormError, TextField } from '@flagyard/ui/Form'
import { type FormEvent, useMemo, useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatClock, formatTime } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { useAction } from '../../lib/useAction.ts'
import { useNow } from '../../lib/useNow.ts'
import { RichText } from '../../shell/RichText.tsx'
import { rehearsalConnection } from './connection.ts'
import { Defense } from './Defense.tsx'
import styles from './Shell.module.css'
import { ShellBox } from './ShellBox.tsx'

interface Props {
  place: { course: string; section: string; lesson: string }
  /** False for a visitor of a free lesson, who cannot deploy the lab. */
  hasRealLab: boolean
}

/** Rehearses a lesson's lab in a temporary simulated account, free and without a queue. */
export default function Rehearsal({ place, hasRealLab }: Props) {
  const [rehearsal, setRehearsal] = useState<Rehearsed | null>(null)
  const { run, isPending, error } = useAction()
  const start = () => run(async () => setRehearsal(await api.startRehearsal({ rehearsalStart: place })))
  const end = async (key: string) => {
    setRehearsal(null)
    await run(() => api.endRehearsal({ rehearsalKey: { key } }))
  }
  return (
    <section className={styles.offer} aria-label="Rehearsal">
      <h2 className={styles.title}>Rehearsal</h2>
      <p>
        The account, its logs and its permission checks are simulated. Nothing reaches a real cloud, and nothing is
        saved when you leave or the time is up.
        {hasRealLab
          ? ' Its flags earn no points, and the real lab has different ones.'
          : ' The real lab, with flags that count, comes with the course.'}
      </p>
      {rehearsal ? (
        <Running key={rehearsal.key} rehearsal={rehearsal} onEnd={() => void end(rehearsal.key)} />
      ) : (
        <div>
          <Button variant={hasRealLab ? 'plain' : 'primary'} busy={isPending} onClick={() => void start()}>
            Start the rehearsal
          </Button>
          <p className="tiny muted">Free, no queue, {REHEARSAL_MINUTES} minutes.</p>
        </div>
      )}
      <FormError>{error}</FormError>
    </section>
  )
}

function Running({ rehearsal, onEnd }: { rehearsal: Rehearsed; onEnd: () => void }) {
  const { key, shell, ends_at, credentials, outputs } = rehearsal
  const [flags, setFlags] = useState(rehearsal.flags)
  const [said, setSaid] = useState('')
  const [value, setValue] = useState('')
  const now = useNow()
  const left = Date.parse(ends_at) - now
  const connection = useMemo(() => rehearsalConnection(key, shell), [key, shell])
  const { run, isPending, error } = useAction()
  const check = async (event: FormEvent) => {
    event.preventDefault()
    if (value.trim() === '') return
    await run(async () => {
      const result = await api.checkRehearsalFlag({ rehearsalFlag: { key, flag: value } })
      setFlags(result.flags)
      setSaid(result.correct ? 'Correct.' : 'That is not a flag of this rehearsal.')
      if (result.correct) setValue('')
    })
  }
  if (left <= 0)
    return (
      <>
        <p role="status">This rehearsal is over. Nothing was saved.</p>
        <Button onClick={onEnd}>Close</Button>
      </>
    )
  return (
    <>
      <div className={styles.head}>
        <span>
          Until {formatTime(ends_at)} <span className="muted">({formatClock(left)} left)</span>
        </span>
        <div className={styles.tools}>
          <Button size="small" onClick={onEnd}>
            End the rehearsal
          </Button>
        </div>
      </div>
      <ShellBox connection={connection} title="Rehearsal shell" />
      <details data-sentry-block>
        <summary>Credentials and outputs</summary>
        <dl>
          {[...credentials.map(({ label, value: given }) => [label, given] as const), ...Object.entries(outputs)].map(
            ([label, given]) => (
              <div key={label}>
                <dt className="tiny muted">{label}</dt>
                <dd className="mono small">{given}</dd>
              </div>
            ),
          )}
        </dl>
      </details>
      <ul className={styles.flags} aria-label="Flags of the rehearsal">
        {flags.map(({ slug, title, question, solved }) => (
          <li key={slug}>
            <strong>{title}</strong> {solved && '✓ found'}
            <RichText>{question}</RichText>
          </li>
        ))}
      </ul>
      <form onSubmit={(event) => void check(event)} className={styles.shell}>
        <TextField
          label="Flag"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          mono
          required
        />
        <Button type="submit" size="small" busy={isPending}>
          Check
        </Button>
        <p role="status" className="small">
          {said}
        </p>
        <FormError>{error}</FormError>
      </form>
      <Defense
        key={flags.filter(({ solved }) => solved).length}
        of="rehearsal"
        queryKey={callQuery('readRehearsalDefense', { rehearsalKey: { key } }).queryKey}
        read={() => api.readRehearsalDefense({ rehearsalKey: { key } })}
        answer={(answer) => api.answerRehearsalDefense({ rehearsalDefenseAnswer: { key, ...answer } })}
      />
    </>
  )
}
