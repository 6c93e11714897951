import { errorMessage } from '@flagyard/ui/Feedback'
import { useId, useRef, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useCtrlK } from '../../search/PaletteKey.tsx'
import styles from '../lab-work.module.css'
import { FlagInput, wrongFlagMessage } from './FlagForm.tsx'

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
  useCtrlK(() => {
    input.current?.focus()
    input.current?.select()
  })
  const submit = async () => {
    const value = text.trim()
    if (isPending) return
    if (value === '') {
      setError('Enter a flag first.')
      input.current?.focus()
      return
    }
    setPending(true)
    setError('')
    try {
      const result = await api.submitLabFlag({ slug: lab, labFlagPayload: { flag: value } })
      if (!result.correct) setError(wrongFlagMessage(value))
      else if (result.flag && isSolved(result.flag.id))
        setError(`You have already solved “${result.flag.title}” with this flag.`)
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
      <FlagInput
        ref={input}
        id={id}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        placeholder="FLAG{…} or an answer"
        aria-keyshortcuts="Control+K"
        submitLabel="Submit flag"
        isPending={isPending}
        error={error}
      />
    </form>
  )
}
