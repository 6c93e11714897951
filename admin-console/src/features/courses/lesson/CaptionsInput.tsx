import type { StoredFile } from '@flagyard/api-types'
import { Icon } from '@flagyard/ui/Icon'
import { Button } from '@mui/material'
import { required } from 'react-admin'
import { useFieldArray, useFormState } from 'react-hook-form'
import { Text } from '../../../crud/inputs.tsx'
import { UploadField } from '../../uploads/UploadField.tsx'
import styles from '../CourseEdit.module.css'
import { CaptionEditor } from './CaptionEditor.tsx'
import type { EditedCaptions } from './edited-captions.ts'
import { EMPTY_VTT } from './vtt.ts'

/** Captions of a video, one file per language: uploaded or written here. */
export function CaptionsInput() {
  const { fields, append, remove } = useFieldArray<Edited>({ name: 'captions', rules: { validate: stored } })
  const { errors } = useFormState<Edited>()
  const add = (caption: Partial<EditedCaptions>) => append({ lang: 'en', label: 'English', file: '', ...caption })
  return (
    <fieldset className={styles.captions} aria-label="Captions">
      <h3 className={styles.title}>Captions</h3>
      {fields.length === 0 && <p className="muted small">A film needs captions before its course can be published.</p>}
      {fields.map((field, at) => (
        <div key={field.id} className={styles.card}>
          <div className={styles.pair}>
            <Text
              source={`captions.${at}.lang`}
              label="Language"
              helperText="Such as en"
              validate={required('Say a language')}
            />
            <Text source={`captions.${at}.label`} label="Called" validate={required('Say what it is called')} />
          </div>
          <CaptionEditor at={at} />
          <div>
            <Button size="small" color="error" onClick={() => remove(at)}>
              Take these captions out
            </Button>
          </div>
        </div>
      ))}
      {errors.captions?.root?.message && (
        <p role="alert" className="small">
          {errors.captions.root.message}
        </p>
      )}
      <div>
        <Button
          size="small"
          variant="outlined"
          startIcon={<Icon name="plus" size={16} />}
          onClick={() => add({ text: EMPTY_VTT })}
        >
          Write captions
        </Button>
      </div>
      <UploadField
        kind="captions"
        label="Captions as a file"
        value={null}
        onChange={(file: StoredFile | null) => file && add({ file: file.name })}
      />
    </fieldset>
  )
}

interface Edited {
  captions: EditedCaptions[]
}

const stored = (captions: EditedCaptions[]) =>
  captions.some(({ text, file }) => text !== undefined || file === '')
    ? 'Store what you wrote in the captions first, or take it back.'
    : true
