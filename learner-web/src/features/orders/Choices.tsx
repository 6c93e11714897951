import { useId } from 'react'
import styles from './buy.module.css'

interface Option {
  value: string
  label: string
  hint?: string
  disabled?: boolean
}

interface Props {
  legend: string
  name: string
  options: readonly Option[]
  /** Used with `onChange`; otherwise set `defaultValue`. */
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
}

/** Radio buttons, each with an explanation. */
export function Choices({ legend, name, options, value, defaultValue, onChange }: Props) {
  const id = useId()
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map((option) => (
        <div key={option.value} className={styles.choice}>
          <input
            type="radio"
            id={`${id}-${option.value}`}
            name={name}
            value={option.value}
            disabled={option.disabled}
            aria-describedby={option.hint && `${id}-${option.value}-hint`}
            {...(value === undefined
              ? { defaultChecked: option.value === defaultValue }
              : { checked: option.value === value, onChange: () => onChange?.(option.value) })}
          />
          <div>
            <label htmlFor={`${id}-${option.value}`}>{option.label}</label>
            {option.hint && (
              <p id={`${id}-${option.value}-hint`} className="small muted">
                {option.hint}
              </p>
            )}
          </div>
        </div>
      ))}
    </fieldset>
  )
}
