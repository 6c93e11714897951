import type { LessonRecord } from '@flagyard/api-types'
import { MAX_CHAPTERS } from '@flagyard/api-types/contract/content-fields'
import { Icon } from '@flagyard/ui/Icon'
import { Button, IconButton } from '@mui/material'
import { required } from 'react-admin'
import { useFieldArray, useFormState } from 'react-hook-form'
import { Text, Whole } from '../../../crud/inputs.tsx'
import styles from '../CourseEdit.module.css'
import { useFilm } from './FilmContext.ts'

/** Chapters of a video with their start times. They are sorted on save. */
export function ChaptersInput() {
  const { fields, append, remove } = useFieldArray<Edited>({ name: 'chapters', rules: { validate: apart } })
  const { errors } = useFormState<Edited>()
  const { player } = useFilm()
  return (
    <fieldset className={styles.captions} aria-label="Chapters">
      <h3 className={styles.title}>Chapters</h3>
      {fields.length === 0 && (
        <p className="muted small">Learners jump to a chapter, and see on the line of the film where it begins.</p>
      )}
      {fields.map((field, at) => (
        <fieldset key={field.id} className={styles.chapter} aria-label={`Chapter ${at + 1}`}>
          <Whole source={`chapters.${at}.second`} label="Second" />
          <Text
            source={`chapters.${at}.title`}
            label="Called"
            maxLength={120}
            validate={required('Say what it is called')}
          />
          <IconButton aria-label={`Take chapter ${at + 1} out`} onClick={() => remove(at)}>
            <Icon name="minus" />
          </IconButton>
        </fieldset>
      ))}
      {errors.chapters?.root?.message && (
        <p role="alert" className="small">
          {errors.chapters.root.message}
        </p>
      )}
      <div>
        <Button
          size="small"
          variant="outlined"
          startIcon={<Icon name="plus" size={16} />}
          disabled={fields.length >= MAX_CHAPTERS}
          onClick={() => append({ second: Math.floor(player.current?.currentTime ?? 0), title: '' })}
        >
          Chapter where the film stands
        </Button>
      </div>
    </fieldset>
  )
}

interface Edited {
  chapters: LessonRecord['chapters']
}

const apart = (chapters: Edited['chapters']) =>
  new Set(chapters.map(({ second }) => second)).size < chapters.length ? 'Two chapters begin at the same second.' : true
