import type { MyFlag } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { Button } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/Feedback'
import { Form } from '@flagyard/ui/Form'
import { countOf } from '@flagyard/ui/format'
import { useId, useState } from 'react'
import { RichLine } from '../../../shell/RichText.tsx'
import styles from '../lab-work.module.css'

type OpenFlag = Pick<MyFlag, 'id' | 'title' | 'question' | 'type' | 'points' | 'wrong_tries'>

interface Props<Result> {
  flag: OpenFlag
  send: (text: string) => Promise<Result>
  onResult: (result: Result) => void
}

/** An unsolved flag: a field to submit it, or a button to confirm a step without a flag. */
export function FlagForm<Result extends { correct: boolean }>({ flag, send, onResult }: Props<Result>) {
  const id = useId()
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState('')
  const submit = async (text: string, form: HTMLFormElement | null) => {
    if (isPending) return
    if (form && text === '') {
      setError(isAnswer(flag) ? 'Enter your answer first.' : 'Enter the flag that you found first.')
      form.querySelector('input')?.focus()
      return
    }
    setPending(true)
    setError('')
    try {
      const result = await send(text)
      if (!result.correct) setError(wrongMessageOf(flag, text))
      onResult(result)
    } catch (error) {
      setError(
        error instanceof ApiError && error.code === 'wrong_flag' ? wrongMessageOf(flag, text) : errorMessage(error),
      )
    } finally {
      setPending(false)
    }
  }
  if (flag.type === 'NOFLAG')
    return (
      <div className={styles.flagStep}>
        <Heading flag={flag} />
        <p className="small">
          <RichLine>{flag.question}</RichLine>
        </p>
        <div>
          <Button size="small" busy={isPending} onClick={() => void submit('', null)}>
            I did this
          </Button>
        </div>
        <p role="alert" className={styles.wrong}>
          {error}
        </p>
      </div>
    )
  return (
    <Form
      name={`flag-${flag.id}`}
      className={styles.form}
      onSubmit={(values, form) => submit(String(values.get('flag') ?? '').trim(), form)}
    >
      <Heading flag={flag} />
      <label htmlFor={id} className="small">
        <RichLine>{flag.question}</RichLine>
      </label>
      <div className={styles.field}>
        <input
          id={id}
          name="flag"
          dir="auto"
          placeholder={isAnswer(flag) ? 'Your answer' : 'FLAG{…}'}
          maxLength={500}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error !== '' || undefined}
          aria-describedby={isAnswer(flag) ? `${id}-wrong ${id}-case` : `${id}-wrong`}
        />
        <Button type="submit" size="small" variant="primary" busy={isPending}>
          {isAnswer(flag) ? 'Submit answer' : 'Submit flag'}
        </Button>
      </div>
      {isAnswer(flag) && (
        <p id={`${id}-case`} className="tiny muted">
          Case matters.
        </p>
      )}
      <p id={`${id}-wrong`} role="alert" className={styles.wrong}>
        {error}
      </p>
      {flag.wrong_tries > 0 && <p className="tiny muted">{countOf(flag.wrong_tries, 'try', 'tries')} so far</p>}
    </Form>
  )
}

function Heading({ flag }: { flag: OpenFlag }) {
  return (
    <h3 className={styles.name}>
      {flag.title} <span className="muted">+{flag.points}</span>
    </h3>
  )
}

/** An answer, such as a name, is the same for everyone; a dynamic flag is unique to a deployment. */
const isAnswer = ({ type }: OpenFlag) => type !== 'DYNAMIC'

const wrongMessageOf = (flag: OpenFlag, text: string) =>
  isAnswer(flag) ? 'That is not the answer. Case matters: enter it exactly as you found it.' : wrongFlagMessage(text)

export function wrongFlagMessage(text: string): string {
  return /^FLAG\{.*\}$/i.test(text)
    ? 'That is not the flag. Check every letter; a flag from an earlier run may have expired.'
    : 'That is not the flag. Enter all of it, exactly as you found it. Case matters.'
}
