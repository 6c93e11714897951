import type { MyFlag } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { Button } from '@flagyard/ui/Button'
import { Form } from '@flagyard/ui/Form'
import { useId, useState } from 'react'
import { api } from '../../lib/api.ts'
import { countOf } from '../../lib/format.ts'
import { errorMessage } from '../../lib/useSubmit.ts'
import styles from './FlagList.module.css'

export type FlagResultOf = Awaited<ReturnType<typeof api.submitFlag>>

/** One flag that is not solved yet: a field for it, or, for a step, the word that it is done. */
export function FlagForm({ flag, onAnswer }: { flag: MyFlag; onAnswer: (result: FlagResultOf) => void }) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState('')
  const hand = async (text: string, form: HTMLFormElement | null) => {
    if (busy) return
    if (form && text === '') {
      setWrong('Type the flag that you found first.')
      form.querySelector('input')?.focus()
      return
    }
    setBusy(true)
    setWrong('')
    try {
      const result = await api.submitFlag({ id: flag.id, submitFlagPayload: { flag: text } })
      if (!result.correct) setWrong(wrongWords(text))
      onAnswer(result)
    } catch (error) {
      setWrong(error instanceof ApiError && error.code === 'wrong_flag' ? wrongWords(text) : errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  if (flag.type === 'NOFLAG')
    return (
      <div className={styles.step}>
        <Heading flag={flag} />
        <p className="small">{flag.question}</p>
        <div>
          <Button size="small" busy={busy} onClick={() => void hand('', null)}>
            I did this
          </Button>
        </div>
        <p role="alert" className={styles.wrong}>
          {wrong}
        </p>
      </div>
    )
  return (
    <Form
      name={`flag-${flag.id}`}
      className={styles.form}
      onSubmit={(values, form) => hand(String(values.get('flag') ?? '').trim(), form)}
    >
      <Heading flag={flag} />
      <label htmlFor={id} className="small">
        {flag.question}
      </label>
      <div className={styles.field}>
        <input
          id={id}
          name="flag"
          placeholder="FLAG{…}"
          maxLength={500}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={wrong !== '' || undefined}
          aria-describedby={`${id}-wrong`}
        />
        <Button type="submit" size="small" variant="primary" busy={busy}>
          Submit
        </Button>
      </div>
      <p id={`${id}-wrong`} role="alert" className={styles.wrong}>
        {wrong}
      </p>
      {flag.wrong_tries > 0 && <p className="tiny muted">{countOf(flag.wrong_tries, 'try', 'tries')} so far</p>}
    </Form>
  )
}

function Heading({ flag }: { flag: MyFlag }) {
  return (
    <h3 className={styles.name}>
      {flag.title} <span className="muted">+{flag.points}</span>
    </h3>
  )
}

/** What to look at when a flag is refused. */
function wrongWords(text: string): string {
  return /^FLAG\{.*\}$/i.test(text)
    ? 'Not this flag. Each letter counts; one from an earlier run may be too old.'
    : 'Not this flag. Hand it in whole, as you found it.'
}
