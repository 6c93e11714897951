import { useListFilterContext } from 'react-admin'
import styles from './ListScreen.module.css'

export interface Choice {
  label: string
  value: Record<string, string | number | undefined>
  count?: number | undefined
}

/** Filters that are pressed and pressed again, with how many rows each leaves where that is known. */
export function FilterChoices({ label, choices }: { label: string; choices: Choice[] }) {
  const { filterValues, setFilters } = useListFilterContext()
  const isOn = ({ value }: Choice) =>
    Object.entries(value).every(([key, wanted]) => (filterValues as Record<string, unknown>)[key] === wanted)
  const press = (choice: Choice) => {
    const rest = Object.fromEntries(Object.entries(filterValues).filter(([key]) => !(key in choice.value)))
    setFilters(isOn(choice) ? rest : { ...rest, ...defined(choice.value) })
  }
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.label}
          type="button"
          className={styles.choice}
          aria-pressed={isOn(choice)}
          onClick={() => press(choice)}
        >
          <span>{choice.label}</span>
          {choice.count !== undefined && <span className={styles.count}>{choice.count}</span>}
        </button>
      ))}
    </fieldset>
  )
}

const defined = (value: Choice['value']) =>
  Object.fromEntries(Object.entries(value).filter(([, wanted]) => wanted !== undefined))
