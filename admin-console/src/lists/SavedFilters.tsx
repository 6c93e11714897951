import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { Form } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { useState } from 'react'
import { extractValidSavedQueries, type SavedQuery, useListContext, useSavedQueries } from 'react-admin'
import styles from './ListScreen.module.css'

/** Filters and order kept under a name, in this browser: react-admin's own store behind controls that read as buttons. */
export function SavedFilters() {
  const { resource, filterValues, displayedFilters, sort, perPage, setFilters, setSort } = useListContext()
  const [saved, setSaved] = useSavedQueries(resource)
  const [naming, setNaming] = useState(false)
  const now = { filter: filterValues, sort, perPage, displayedFilters } as SavedQuery['value']
  const valid = extractValidSavedQueries(saved)
  const isNow = ({ value }: SavedQuery) => sameQuery(value, now)
  const current = valid.find(isNow)
  const open = ({ value }: SavedQuery) => {
    setFilters(value.filter ?? {})
    if (value.sort) setSort(value.sort)
  }
  const keep = (label: string) => {
    setSaved([...valid.filter((one) => one.label !== label), { label, value: now }])
    setNaming(false)
  }
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>Saved filters</legend>
      {valid.map((one) => (
        <button
          key={one.label}
          type="button"
          className={styles.choice}
          aria-pressed={isNow(one)}
          onClick={() => open(one)}
        >
          {one.label}
        </button>
      ))}
      {current ? (
        <Button size="small" onClick={() => setSaved(valid.filter((one) => one !== current))}>
          Forget “{current.label}”
        </Button>
      ) : Object.keys(filterValues).length > 0 ? (
        <Button size="small" onClick={() => setNaming(true)}>
          Save these filters…
        </Button>
      ) : (
        valid.length === 0 && <p className={styles.hint}>Filter the list, then keep the filters here.</p>
      )}
      <Dialog open={naming} title="Save these filters" onClose={() => setNaming(false)}>
        <Form
          name="save-filters"
          onSubmit={(values) => {
            const label = String(values.get('label') ?? '').trim()
            if (label) keep(label)
          }}
        >
          <TextField name="label" label="Name" required maxLength={60} />
          <div>
            <Button type="submit" variant="primary">
              Save
            </Button>
          </div>
        </Form>
      </Dialog>
    </fieldset>
  )
}

/** The same filters in the same order; how many rows a page has is no part of what one looks for. */
const sameQuery = (a: SavedQuery['value'], b: SavedQuery['value']) =>
  JSON.stringify([entriesOf(a.filter), a.sort]) === JSON.stringify([entriesOf(b.filter), b.sort])

const entriesOf = (filter: object | undefined) => Object.entries(filter ?? {}).sort(([a], [b]) => a.localeCompare(b))
