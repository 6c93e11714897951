import type { Rehearsal as Rehearsed } from '@flagyard/api-types'
import { REHEARSAL_MINUTES } from '@flagyard/api-types/shell/operations'
import { Button } from '@flagyard/ui/Button'
import { FormError } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
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
        Simulated: the account, its logs, and how it judges your commands. Nothing reaches a real cloud, and when you
        leave or the time is over, nothing is kept.
        {hasRealLab
          ? ' Its flags are made up and earn nothing: those of the lab itself are others.'
          : ' The lab itself, with flags that count, opens with the course.'}
      </p>
      {rehearsal ? (
        <Running key={rehearsal.key} rehearsal={rehearsal} onEnd={() => void end(rehearsal.key)} />
      ) : (
        <div>
          <Button variant={hasRealLab ? 'plain' : 'primary'} busy={isPending} onClick={() => void start()}>
            Rehearse it
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
      setSaid(result.correct ? 'That is it.' : 'That is not a flag of this rehearsal.')
      if (result.correct) setValue('')
    })
  }
  if (left <= 0)
    return (
      <>
        <p role="status">This rehearsal is over, and nothing of it was kept.</p>
        <div>
          <Button onClick={onEnd}>Close it</Button>
        </div>
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
        <summary>What the lab gives you</summary>
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
          label="A flag that you found"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          mono
          required
        />
        <div>
          <Button type="submit" size="small" busy={isPending}>
            Check it
          </Button>
        </div>
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
