import { privacy } from '@flagyard/api-types/site-texts'
import { Icon } from '@flagyard/ui/Icon'
import { useState } from 'react'
import { RetentionList } from '../privacy/RetentionList.tsx'
import styles from './Prose.module.css'
import { Prose } from './Prose.tsx'

export default function PrivacyPage() {
  return (
    <Prose
      title="Privacy"
      intro="What we know about you, why, and how to have it erased."
      sections={privacy}
      more={{ 'How long': <EveryKind /> }}
    />
  )
}

/** Loaded when opened, because the full list is long. */
function EveryKind() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.question} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.ask}>
        Every kind of data, and how long we keep it
        <Icon name="chevron" />
      </summary>
      <div className={styles.answer}>{isOpen && <RetentionList />}</div>
    </details>
  )
}
