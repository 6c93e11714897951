import type { CourseRecord, StoredFile } from '@flagyard/api-types'
import { Button } from '@mui/material'
import { useInput } from 'react-admin'
import { UploadField } from '../uploads/UploadField.tsx'
import styles from './CourseEdit.module.css'

interface Props {
  source: string
  label: string
  /** Text shown when there is no picture. */
  withoutOne: string
  /** Label of the remove button. */
  removeLabel: string
  className?: string | undefined
}

/** A stored picture: a course's cover or an instructor's portrait. */
export function PictureInput({ source, label, withoutOne, removeLabel, className = styles.cover }: Props) {
  const { field } = useInput<CourseRecord['cover']>({ source })
  const picture: CourseRecord['cover'] = field.value || null
  const take = (file: StoredFile | null) => {
    if (!file?.url || !file.width || !file.height) return
    field.onChange({ name: file.name, url: file.url, width: file.width, height: file.height })
  }
  return (
    <div className={styles.stack}>
      {picture && <img className={className} src={picture.url} width={picture.width} height={picture.height} alt="" />}
      <UploadField
        kind="picture"
        label={label}
        value={null}
        onChange={take}
        helperText={picture ? 'Another picture takes the place of the one above.' : withoutOne}
      />
      {picture && (
        <div>
          <Button size="small" color="error" onClick={() => field.onChange(null)}>
            {removeLabel}
          </Button>
        </div>
      )}
    </div>
  )
}
