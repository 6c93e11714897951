import { Button } from '@flagyard/ui/Button'
import { TextArea } from '@flagyard/ui/Form'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { useAtomValue } from 'jotai'
import { type ComponentPropsWithoutRef, useId } from 'react'
import type { TextSaver, TextState } from '../lib/text-saver.ts'
import * as t from '../messages/en/shell.ts'
import styles from './shell.module.css'

type Props = { saver: TextSaver; label: string } & Pick<
  ComponentPropsWithoutRef<typeof TextArea>,
  'hint' | 'rows' | 'autoFocus' | 'onKeyDown'
>

/** Field for notes that are saved while typing, with save status and conflict resolution. */
export function SavedText({ saver, ...field }: Props) {
  const { text, status, theirs, problem } = useAtomValue(saver.state)
  return (
    <>
      <TextArea
        {...field}
        required
        value={text}
        readOnly={status === 'loading'}
        spellCheck={false}
        error={problem ?? undefined}
        onChange={(event) => saver.type(event.currentTarget.value)}
      />
      <div>
        <p className="small muted">{quiet[status]}</p>
        <div role="status">
          {status === 'unsent' && <p className="small">{t.notesUnsent}</p>}
          {status === 'conflict' && <p className="small">{t.notesConflict}</p>}
        </div>
      </div>
      {status === 'conflict' && theirs !== null && <Conflict saver={saver} theirs={theirs} />}
    </>
  )
}

/** Statuses that are shown but not announced by screen readers. */
const quiet: Partial<Record<TextState['status'], string>> = {
  loading: t.loadingYourNotes,
  saved: t.saved,
  typing: t.saving,
}

function Conflict({ saver, theirs }: { saver: TextSaver; theirs: string }) {
  const heading = useId()
  return (
    <section className={styles.conflict} aria-labelledby={heading}>
      <h3 id={heading}>{t.onOtherDevice}</h3>
      <ScrollRegion label={t.notesOfOtherDevice} className={styles.theirs}>
        <span data-sentry-block>{theirs === '' ? t.empty : theirs}</span>
      </ScrollRegion>
      <p className="row">
        <Button variant="primary" size="small" onClick={saver.keepBoth}>
          {t.keepBoth}
        </Button>
        <Button size="small" onClick={saver.keepMine}>
          {t.keepMine}
        </Button>
        <Button size="small" onClick={saver.takeTheirs}>
          {t.takeTheirs}
        </Button>
      </p>
    </section>
  )
}
