import type { LessonRecord, StoredFile, VideoUrl } from '@flagyard/api-types'
import { Button } from '@mui/material'
import { useRef, useState } from 'react'
import { NumberInput, required, useInput } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { useCall } from '../../../crud/calls.tsx'
import { UploadField } from '../../uploads/UploadField.tsx'
import styles from '../CourseEdit.module.css'
import { CaptionsInput } from './CaptionsInput.tsx'
import { ChaptersInput } from './ChaptersInput.tsx'
import { FilmContext } from './FilmContext.ts'

interface Props {
  course: string
  lesson: LessonRecord
}

export function FilmInput({ course, lesson }: Props) {
  return lesson.video ? <SavedFilm course={course} lesson={lesson} /> : <Film lesson={lesson} />
}

function SavedFilm({ course, lesson }: Props) {
  const id = lesson.id.split('/').at(-1) ?? ''
  const { data } = useCall('getLessonVideo', { slug: course, id }, { staleTime: 600_000 })
  return <Film lesson={lesson} urls={data} />
}

function Film({ lesson, urls }: { lesson: LessonRecord; urls?: VideoUrl | undefined }) {
  const player = useRef<HTMLVideoElement>(null)
  const isSaved = useInput<string | null>({ source: 'video' }).field.value === lesson.video
  return (
    <FilmContext value={{ player, urls: isSaved ? urls : undefined }}>
      <div className={styles.film}>
        <div className={styles.stack}>
          {urls && isSaved && (
            // biome-ignore lint/a11y/useMediaCaption: its captions are the tracks inside, once some are uploaded.
            <video ref={player} controls preload="metadata" src={urls.url} aria-label={`Film of ${lesson.title}`}>
              {urls.captions.map(({ lang, label, url }) => (
                <track key={lang} kind="captions" srcLang={lang} label={label} src={url} />
              ))}
            </video>
          )}
          <FilmFile />
        </div>
        <div className={styles.stack}>
          <CaptionsInput />
          <ChaptersInput />
        </div>
      </div>
    </FilmContext>
  )
}

function FilmFile() {
  const { field } = useInput<string | null>({ source: 'video' })
  const { setValue } = useFormContext()
  const [sent, setSent] = useState<StoredFile | null>(null)
  const take = (file: StoredFile | null) => {
    setSent(file)
    field.onChange(file?.name ?? null)
    if (file?.duration_seconds) setValue('duration_seconds', file.duration_seconds, { shouldDirty: true })
  }
  return (
    <>
      <UploadField
        kind="film"
        label="Film"
        value={sent && sent.name === field.value ? sent : null}
        onChange={take}
        helperText={
          field.value && !sent ? 'Another film takes the place of the one above.' : 'Save the lesson to watch it here.'
        }
      />
      {field.value && !sent && (
        <div>
          <Button size="small" color="error" onClick={() => take(null)}>
            Take the film out
          </Button>
        </div>
      )}
      <NumberInput
        source="duration_seconds"
        label="Length in seconds"
        helperText="Read from the film itself, where it says so"
        min={0}
        validate={required('Say how long it lasts')}
      />
    </>
  )
}
