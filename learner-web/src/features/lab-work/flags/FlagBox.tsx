import { Button } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/Feedback'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { api } from '../../../lib/api.ts'
import styles from '../lab-work.module.css'
import { wrongFlagMessage } from './FlagForm.tsx'

type Result = Awaited<ReturnType<typeof api.submitLabFlag>>

interface Props {
  lab: string
  isSolved: (flagId: string) => boolean
  onResult: (result: Result) => void
}

/** Input for any flag of the lab; the server matches it to a flag. Ctrl-K focuses it from anywhere on the page. */
export function FlagBox({ lab, isSolved, onResult }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState('')
  useShortcut(input)
  const submit = async () => {
    const value = text.trim()
    if (isPending) return
    if (value === '') {
      setError('Enter the flag that you found first.')
      input.current?.focus()
      return
    }
    setPending(true)
    setError('')
    try {
      const result = await api.submitLabFlag({ slug: lab, labFlagPayload: { flag: value } })
      if (!result.correct) setError(wrongFlagMessage(value))
      else if (result.flag && isSolved(result.flag.id))
        setError(`You have solved “${result.flag.title}” with this already.`)
      else {
        setText('')
        onResult(result)
      }
    } catch (problem) {
      setError(errorMessage(problem))
    } finally {
      setPending(false)
    }
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <label htmlFor={id} className="small">
        Found one? Enter any flag of this lab <kbd className={styles.keys}>Ctrl K</kbd>
      </label>
      <div className={styles.field}>
        <input
          ref={input}
          id={id}
          name="flag"
          dir="auto"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          placeholder="FLAG{…} or an answer"
          maxLength={500}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-keyshortcuts="Control+K"
          aria-invalid={error !== '' || undefined}
          aria-describedby={`${id}-wrong`}
        />
        <Button type="submit" size="small" variant="primary" busy={isPending}>
          Submit flag
        </Button>
      </div>
      <p id={`${id}-wrong`} role="alert" className={styles.wrong}>
        {error}
      </p>
    </form>
  )
}

/** Ctrl-K or Command-K focuses the input, unless a dialog is open. */
function useShortcut(input: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isShortcut || event.key.toLowerCase() !== 'k' || document.querySelector('dialog[open]')) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [input])
}
