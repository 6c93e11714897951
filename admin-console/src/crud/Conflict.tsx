import type { Draft } from '@flagyard/auth/drafts'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { Button } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import type { RaRecord } from 'react-admin'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { type Difference, differenceOf, textOf } from './difference.ts'
import styles from './EditForm.module.css'

interface Props<T> {
  /** As it is now. */
  record: T
  /** What stood in the fields that a draft brought back. */
  restoredFrom: Draft['base'] | undefined
  /** A save was refused because of somebody else's. */
  isRefused: boolean
  recordLabel: string
  labels: Partial<Record<keyof T & string, string>>
  texts?: Texts | undefined
}

type Texts = Readonly<Record<string, ((value: unknown) => string) | undefined>>

/** Somebody else saved first: what they changed, and of what both changed, mine and theirs side by side. */
export function Conflict<T extends RaRecord>({
  record,
  restoredFrom,
  isRefused,
  recordLabel,
  labels,
  texts = {},
}: Props<T>) {
  const { isDirty, isSubmitting, isSubmitSuccessful } = useFormState()
  const [begun, setBegun] = useState(record)
  const isMine = isSubmitting || isSubmitSuccessful
  // What is typed begins from what was there before: until then, and once it is saved, that is the record itself.
  if (begun !== record && (!isDirty || isSubmitSuccessful) && !isSubmitting && !isRefused) setBegun(record)
  const before: Record<string, unknown> = { ...begun, ...restoredFrom }
  const changed = Object.entries<string | undefined>(labels).filter(([field]) => !isSame(before[field], record[field]))
  const isShown = !isMine && (changed.length > 0 || isRefused)
  const section = useRef<HTMLElement>(null)
  // A long form was saved far below: its refusal is brought into sight, and the keyboard goes on here.
  useEffect(() => {
    if (isShown && isRefused) section.current?.focus()
  }, [isShown, isRefused])
  if (!isShown) return null
  return (
    <section ref={section} tabIndex={-1} className={styles.conflict} aria-label="Changed meanwhile" role="alert">
      <p>Somebody else changed this {recordLabel} while you were typing. What you typed is still here.</p>
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
      <p>Have a look, and save again.</p>
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
  /** What I had typed, once I took theirs. */
  const [given, setGiven] = useState<{ mine: unknown }>()
  const both = useRef<HTMLFieldSetElement>(null)
  const isTheirs = isSame(typed ?? null, theirs ?? null)
  if (isTheirs && !given)
    return (
      <p>
        {label}: {quoted(say(before))} became {quoted(say(theirs))}.
      </p>
    )
  const mine = given && isTheirs ? given.mine : typed
  const put = (value: unknown) => {
    setValue(field, value, { shouldDirty: true, shouldTouch: true })
    // The button that was pressed is about to be disabled.
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
            setGiven(undefined)
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
            setGiven({ mine: typed })
            put(theirs)
          }}
        >
          Take theirs
        </Button>
      </div>
    </fieldset>
  )
}

/** One side, without the lines that both begin and end with. */
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

const quoted = (text: string) => (text === '' ? 'nothing' : `“${text}”`)
