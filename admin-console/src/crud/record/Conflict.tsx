import type { Draft } from '@flagyard/auth/drafts'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { Button } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import type { RaRecord } from 'react-admin'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { capitalised } from '../../lib/format.ts'
import styles from './EditForm.module.css'

interface Props<T> {
  /** Current state on the server. */
  record: T
  /** Original values of the fields restored from a draft. */
  restoredFrom: Draft['base'] | undefined
  /** True after a save was rejected because of a concurrent change. */
  isRefused: boolean
  recordLabel: string
  labels: Partial<Record<keyof T & string, string>>
  texts?: Texts | undefined
}

type Texts = Readonly<Record<string, ((value: unknown) => string) | undefined>>

/** Shown after a concurrent change: lists the other administrator's changes, with both versions side by side for fields that both changed. */
export function Conflict<T extends RaRecord>({
  record,
  restoredFrom,
  isRefused,
  recordLabel,
  labels,
  texts = {},
}: Props<T>) {
  const { isDirty, isSubmitting, isSubmitSuccessful } = useFormState()
  const [baseline, setBaseline] = useState(record)
  const isMine = isSubmitting || isSubmitSuccessful
  // Baseline of the comparison. It follows the record until the user starts typing, and again after a save.
  if (baseline !== record && (!isDirty || isSubmitSuccessful) && !isSubmitting && !isRefused) setBaseline(record)
  const before: Record<string, unknown> = { ...baseline, ...restoredFrom }
  const changed = Object.entries<string | undefined>(labels).filter(([field]) => !isSame(before[field], record[field]))
  const isShown = !isMine && (changed.length > 0 || isRefused)
  const section = useRef<HTMLElement>(null)
  // The save button of a long form is far below, so the conflict is focused to scroll it into view.
  useEffect(() => {
    if (isShown && isRefused) section.current?.focus()
  }, [isShown, isRefused])
  if (!isShown) return null
  return (
    <section ref={section} tabIndex={-1} className={styles.conflict} aria-label="Concurrent changes" role="alert">
      <p>Another administrator changed this {recordLabel} while you were editing. Your input is preserved.</p>
      {changed.map(([field, label = field]) => (
        <Field
          key={field}
          field={field}
          label={label}
          before={before[field]}
          theirs={record[field]}
          say={texts[field] ?? textOf}
        />
      ))}
      <p>Review the changes and save again.</p>
    </section>
  )
}

interface FieldProps {
  field: string
  label: string
  before: unknown
  theirs: unknown
  say: (value: unknown) => string
}

function Field({ field, label, before, theirs, say }: FieldProps) {
  const { setValue } = useFormContext()
  const typed: unknown = useWatch({ name: field })
  /** My value, remembered after I switched to theirs. */
  const [dropped, setDropped] = useState<{ mine: unknown }>()
  const both = useRef<HTMLFieldSetElement>(null)
  const isTheirs = isSame(typed ?? null, theirs ?? null)
  if (isTheirs && !dropped)
    return (
      <p>
        {label}: {quoted(say(before))} → {quoted(say(theirs))}
      </p>
    )
  const mine = dropped && isTheirs ? dropped.mine : typed
  const put = (value: unknown) => {
    setValue(field, value, { shouldDirty: true, shouldTouch: true })
    // The pressed button is about to be disabled, which would lose the focus.
    both.current?.focus()
  }
  const difference = differenceOf(say(mine), say(theirs))
  return (
    <fieldset ref={both} tabIndex={-1} className={styles.both}>
      <legend>{label}</legend>
      <div>
        <Side of="Mine" difference={difference} side="mine" />
        <Button
          size="small"
          aria-pressed={!isTheirs}
          disabled={!isTheirs}
          onClick={() => {
            put(mine)
            setDropped(undefined)
          }}
        >
          Take mine
        </Button>
      </div>
      <div>
        <Side of="Theirs" difference={difference} side="theirs" />
        <Button
          size="small"
          aria-pressed={isTheirs}
          disabled={isTheirs}
          onClick={() => {
            setDropped({ mine: typed })
            put(theirs)
          }}
        >
          Take theirs
        </Button>
      </div>
    </fieldset>
  )
}

/** One version, without the lines that both share at the start and the end. */
const Side = ({ of, difference, side }: { of: string; difference: Difference; side: 'mine' | 'theirs' }) => (
  <>
    <h4>{of}</h4>
    {difference.above > 0 && <Left out={difference.above} />}
    <ScrollRegion label={`${of}, the text`} className={styles.text}>
      <pre>{difference[side] || 'nothing'}</pre>
    </ScrollRegion>
    {difference.below > 0 && <Left out={difference.below} />}
  </>
)

const Left = ({ out }: { out: number }) => (
  <p className={styles.leftOut}>{out === 1 ? 'One line is the same.' : `${out} lines are the same.`}</p>
)

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

const quoted = (text: string) => (text === '' ? 'empty' : `“${text}”`)

/** Formats a value as text for a comparison. Lists get one line per item. */
function textOf(value: unknown, indent = ''): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map((item) => textOf(item, indent)).join('\n')
  if (typeof value === 'object') return fieldsOf(value, indent)
  return String(value)
}

/** Formats an object: its title first, its other fields indented below. */
function fieldsOf(value: object, indent: string): string {
  const { title, ...rest } = value as { title?: unknown }
  const inside = title === undefined ? indent : `${indent}  `
  const lines = Object.entries(rest).flatMap(([field, inner]) => {
    const text = textOf(inner, inside)
    if (text === '' || isId(field)) return []
    return text.includes('\n') || Array.isArray(inner) ? [text] : [`${inside}${capitalised(field)}: ${text}`]
  })
  return [...(title === undefined ? [] : [`${indent}${String(title)}`]), ...lines].join('\n')
}

const isId = (field: string) => field === 'id' || field.endsWith('_id')

interface Difference {
  mine: string
  theirs: string
  /** Number of identical lines omitted before and after. */
  above: number
  below: number
}

/** The lines from the first to the last difference, with one line of context on each side. */
function differenceOf(mine: string, theirs: string): Difference {
  const [a, b] = [mine.split('\n'), theirs.split('\n')]
  const shorter = Math.min(a.length, b.length)
  let above = 0
  while (above < shorter && a[above] === b[above]) above += 1
  let below = 0
  while (below < shorter - above && a[a.length - 1 - below] === b[b.length - 1 - below]) below += 1
  above = Math.max(0, above - 1)
  below = Math.max(0, below - 1)
  const between = (lines: string[]) => lines.slice(above, lines.length - below).join('\n')
  return { mine: between(a), theirs: between(b), above, below }
}
