import type { CourseRecord, StoredFile } from '@flagyard/api-types'
import { Button } from '@mui/material'
import { useInput } from 'react-admin'
import { UploadField } from '../uploads/UploadField.tsx'
import styles from './CourseEdit.module.css'

/** The picture that stands for the course in the catalogue, and on its page. */
export function CoverInput({ label }: { label: string }) {
  const { field } = useInput<CourseRecord['cover']>({ source: 'cover' })
  const cover: CourseRecord['cover'] = field.value || null
  const take = (file: StoredFile | null) => {
    if (!file?.url || !file.width || !file.height) return
    field.onChange({ name: file.name, url: file.url, width: file.width, height: file.height })
  }
  return (
    <div className={styles.stack}>
      {cover && <img className={styles.cover} src={cover.url} width={cover.width} height={cover.height} alt="" />}
      <UploadField
        kind="picture"
        label={label}
        value={null}
        onChange={take}
        helperText={
          cover
            ? 'Another picture takes the place of the one above.'
            : 'Wider than high. Without one, a cover is drawn.'
        }
      />
      {cover && (
        <div>
          <Button size="small" color="error" onClick={() => field.onChange(null)}>
            Take the cover out
          </Button>
        </div>
      )}
    </div>
  )
}
