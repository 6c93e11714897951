import { errorMessage } from '@flagyard/ui/Feedback'
import { useId, useRef, useState } from 'react'
import { api } from '../../../lib/api.ts'
import * as t from '../../../messages/en/lab-work.ts'
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
      setError(t.enterFlagFirst)
      input.current?.focus()
      return
    }
    setPending(true)
    setError('')
    try {
      const result = await api.submitLabFlag({ slug: lab, labFlagPayload: { flag: value } })
      if (!result.correct) setError(wrongFlagMessage(value))
      else if (result.flag && isSolved(result.flag.id)) setError(t.alreadySolved({ title: result.flag.title }))
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
        {t.enterAnyFlag({ shortcut: (children) => <kbd className={styles.keys}>{children}</kbd> })}
      </label>
      <FlagInput
        ref={input}
        id={id}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        placeholder={t.flagOrAnswer}
        aria-keyshortcuts="Control+K"
        submitLabel={t.submitFlag}
        isPending={isPending}
        error={error}
      />
    </form>
  )
}
