import { readTextFile } from '@flagyard/ui/decode-text'
import { TextArea } from '@flagyard/ui/Form'
import { type ChangeEvent, useId } from 'react'
import * as t from '../../messages/en/orders.ts'
import styles from './orders.module.css'
import { readAddresses } from './read-addresses.ts'

/** Maximum file size in bytes. A larger file is not a list of addresses. */
const MAX_FILE = 1_000_000
/** Maximum number of invalid rows listed. */
const MAX_SHOWN = 20

interface Props {
  label: string
  value: string
  onChange: (text: string) => void
  hint: string
  required?: boolean
  error?: string | undefined
  /** Validation results from the server, numbered in the order in which the rows were sent. */
  rows?: { line: number; email: string; error: string | null }[]
}

/** E-mail addresses: typed, pasted, or read from a CSV file in the browser. They are other people's data, so recordings and drafts exclude them. */
export function AddressField({ label, value, onChange, hint, required = false, error, rows }: Props) {
  const file = useId()
  const read = readAddresses(value)
  const invalid = (rows ?? read).filter((row) => row.error !== null)
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? []
    event.target.value = ''
    if (!chosen || chosen.size > MAX_FILE) return
    const text = await readTextFile(chosen)
    onChange(value.trim() === '' ? text : `${value.trimEnd()}\n${text}`)
  }
  return (
    <div className={styles.addresses} data-sentry-block>
      <TextArea
        label={label}
        name="recipients"
        rows={4}
        required={required}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={hint}
        error={error}
      />
      <div className={styles.file}>
        <label htmlFor={file}>{t.chooseCsvFile}</label>
        <input id={file} type="file" accept=".csv,.txt,text/csv,text/plain" onChange={choose} />
      </div>
      <p className="small muted" role="status">
        {read.length > 0 && t.addressCount({ count: read.length - read.filter((row) => row.error).length })}
      </p>
      {invalid.length > 0 && (
        <div className={styles.wrong} role="alert">
          <p>{t.rowProblems({ count: invalid.length })}</p>
          <ul>
            {invalid.slice(0, MAX_SHOWN).map((row) => (
              <li key={`${row.line} ${row.email}`}>
                {rows ? t.rowProblem(problemOf(row)) : t.lineProblem({ line: row.line, ...problemOf(row) })}
              </li>
            ))}
            {invalid.length > MAX_SHOWN && <li>{t.moreRows({ count: invalid.length - MAX_SHOWN })}</li>}
          </ul>
        </div>
      )}
    </div>
  )
}

const problemOf = ({ email, error }: { email: string; error: string | null }) => ({
  email: email || t.emptyRow,
  problem: error,
})
