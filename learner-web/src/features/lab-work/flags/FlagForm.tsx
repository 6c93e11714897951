import type { MyFlag } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { Button } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/Feedback'
import { Form } from '@flagyard/ui/Form'
import { type ComponentProps, useId, useState } from 'react'
import * as t from '../../../messages/en/lab-work.ts'
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
      setError(isAnswer(flag) ? t.enterYourAnswerFirst : t.enterFlagFirst)
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
            {t.iDidThis}
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
      <FlagInput
        id={id}
        placeholder={isAnswer(flag) ? t.yourAnswer : 'FLAG{…}'}
        submitLabel={isAnswer(flag) ? t.submitAnswer : t.submitFlag}
        hint={isAnswer(flag) ? t.caseMatters : undefined}
        isPending={isPending}
        error={error}
      />
      {flag.wrong_tries > 0 && <p className="tiny muted">{t.triesSoFar({ count: flag.wrong_tries })}</p>}
    </Form>
  )
}

interface FlagInputProps extends ComponentProps<'input'> {
  id: string
  submitLabel: string
  hint?: string | undefined
  isPending: boolean
  error: string
}

export function FlagInput({ id, submitLabel, hint, isPending, error, ...input }: FlagInputProps) {
  return (
    <>
      <div className={styles.field}>
        <input
          {...input}
          id={id}
          name="flag"
          dir="auto"
          maxLength={500}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error !== '' || undefined}
          aria-describedby={`${id}-wrong${hint ? ` ${id}-hint` : ''}`}
        />
        <Button type="submit" size="small" variant="primary" busy={isPending}>
          {submitLabel}
        </Button>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="tiny muted">
          {hint}
        </p>
      )}
      <p id={`${id}-wrong`} role="alert" className={styles.wrong}>
        {error}
      </p>
    </>
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

const wrongMessageOf = (flag: OpenFlag, text: string) => (isAnswer(flag) ? t.wrongAnswer : wrongFlagMessage(text))

export function wrongFlagMessage(text: string): string {
  return /^FLAG\{.*\}$/i.test(text) ? t.wrongFlag : t.notAFlag
}
