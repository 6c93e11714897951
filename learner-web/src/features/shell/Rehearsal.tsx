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
import * as t from '../../messages/en/lab-shell.ts'
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
    <section className={styles.offer} aria-label={t.rehearsal}>
      <h2 className={styles.title}>{t.rehearsal}</h2>
      <p>{t.rehearsalIntro({ hasRealLab: String(hasRealLab) })}</p>
      {rehearsal ? (
        <Running key={rehearsal.key} rehearsal={rehearsal} onEnd={() => void end(rehearsal.key)} />
      ) : (
        <div>
          <Button variant={hasRealLab ? 'plain' : 'primary'} busy={isPending} onClick={() => void start()}>
            {t.startRehearsal}
          </Button>
          <p className="tiny muted">{t.freeForMinutes({ minutes: REHEARSAL_MINUTES })}</p>
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
      setSaid(result.correct ? t.correct : t.notAFlag)
      if (result.correct) setValue('')
    })
  }
  if (left <= 0)
    return (
      <>
        <p role="status">{t.rehearsalOver}</p>
        <Button onClick={onEnd}>{t.close}</Button>
      </>
    )
  return (
    <>
      <div className={styles.head}>
        <span>
          {t.untilTime({
            time: formatTime(ends_at),
            left: formatClock(left),
            muted: (children) => <span className="muted">{children}</span>,
          })}
        </span>
        <div className={styles.tools}>
          <Button size="small" onClick={onEnd}>
            {t.endRehearsal}
          </Button>
        </div>
      </div>
      <ShellBox connection={connection} title={t.rehearsalShell} />
      <details data-sentry-block>
        <summary>{t.credentialsAndOutputs}</summary>
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
      <ul className={styles.flags} aria-label={t.flagsOfRehearsal}>
        {flags.map(({ slug, title, question, solved }) => (
          <li key={slug}>
            <strong>{title}</strong> {solved && t.found}
            <RichText>{question}</RichText>
          </li>
        ))}
      </ul>
      <form onSubmit={(event) => void check(event)} className={styles.shell}>
        <TextField
          label={t.flag}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          mono
          required
        />
        <Button type="submit" size="small" busy={isPending}>
          {t.check}
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
