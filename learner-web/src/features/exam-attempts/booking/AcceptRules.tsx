import { Checkbox } from '@flagyard/ui/Form'
import { type RefObject, useRef, useState } from 'react'
import * as t from '../../../messages/en/exam-attempts.ts'
import { RichText } from '../../../shell/RichText.tsx'
import styles from '../Examroom.module.css'

/** Acceptance of the rules. It applies to the text that was shown, so changed rules must be accepted again. */
export function useAcceptance(rules: string) {
  const [text, setText] = useState<string | null>(null)
  const [isReminded, setReminded] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const isAccepted = rules === '' || text === rules
  return {
    rules,
    box,
    isAccepted,
    isReminded,
    hasChanged: text !== null && text !== rules,
    accept: (accepted: boolean) => setText(accepted ? rules : null),
    clear: () => {
      setText(null)
      setReminded(false)
    },
    /** Request fields for the accepted rules; empty if there are no rules. */
    payload: isAccepted && rules !== '' ? { accepted_rules: rules } : {},
    /** Returns whether the rules are accepted; otherwise focuses the checkbox. */
    check: () => {
      if (isAccepted) return true
      setReminded(true)
      box.current?.querySelector('input')?.focus()
      return false
    },
  }
}

interface Props {
  acceptance: ReturnType<typeof useAcceptance> & { box: RefObject<HTMLDivElement | null> }
  /** Shows the rules here, for pages that do not show them elsewhere. */
  isShown?: boolean
}

export function AcceptRules({ acceptance, isShown = false }: Props) {
  const { rules, box, isAccepted, isReminded, hasChanged, accept } = acceptance
  if (rules === '') return null
  return (
    <div ref={box} className="stack">
      <div role="status">{hasChanged && <p className={styles.warning}>{t.rulesChanged}</p>}</div>
      {(hasChanged || isShown) && (
        <div className={styles.summary}>
          <RichText>{rules}</RichText>
        </div>
      )}
      <Checkbox
        label={t.acceptRules({
          rules: (children) => (hasChanged || isShown ? children : <a href="#rules">{children}</a>),
        })}
        checked={isAccepted}
        onChange={(event) => accept(event.currentTarget.checked)}
        error={isReminded && !isAccepted ? t.acceptRulesFirst : undefined}
      />
    </div>
  )
}
