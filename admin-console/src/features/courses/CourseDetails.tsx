import type { CourseRecord, StoredFile } from '@flagyard/api-types'
import { Button } from '@mui/material'
import { CheckboxGroupInput, NumberInput, required, SelectInput, useInput } from 'react-admin'
import { Columns, filled, Group, LinesInput, Text } from '../../crud/inputs.tsx'
import { EditForm } from '../../crud/record/EditForm.tsx'
import { choicesOf, cloudNames, formatMoney, levelNames } from '../../lib/format.ts'
import { savedAs } from '../content/content-record.tsx'
import { ItemsInput } from '../content/ItemsInput.tsx'
import { MarkdownInput } from '../content/markdown/MarkdownInput.tsx'
import { PriceInput } from '../content/PriceInput.tsx'
import { UploadField } from '../uploads/UploadField.tsx'
import { ReadOnly } from './Completion.tsx'
import styles from './CourseEdit.module.css'

const labels = {
  title: 'Title',
  subtitle: 'Subtitle',
  description: 'Description',
  cover: 'Cover',
  price: 'Price',
  level: 'Level',
  language: 'Language',
  clouds: 'Clouds',
  tags: 'Tags',
  outcomes: 'Learning outcomes',
  prerequisites: 'Prerequisites',
  instructors: 'Instructors',
  estimated_hours: 'Estimated hours',
  access_days: 'Days of access',
  position: 'Position',
} as const

const newInstructor = { name: '', title: '', bio: '', picture: null }

/** Public description and price of a course. */
export default function CourseDetails({ course }: { course: CourseRecord }) {
  if (!course.allowed.includes('update')) return <ReadOnly text={course.description} />
  return (
    <div className={styles.card}>
      <EditForm<CourseRecord>
        recordLabel="course"
        labels={labels}
        texts={{
          cover: (cover) => (cover ? 'Picture' : 'Generated'),
          price: (price) => (price ? formatMoney(price as NonNullable<CourseRecord['price']>) : ''),
        }}
        successMessage={savedAs('course')}
        transform={normalize}
      >
        <div className={styles.pair}>
          <Text source="title" label={labels.title} validate={required('Enter a title')} />
          <Text source="subtitle" label={labels.subtitle} />
        </div>
        <MarkdownInput source="description" label={labels.description} maxLetters={20_000} minRows={10} />
        <PictureInput
          source="cover"
          label={labels.cover}
          withoutOne="Landscape format. If empty, a cover is generated."
          removeLabel="Remove cover"
        />
        <div className={styles.pair}>
          <SelectInput
            margin="none"
            source="level"
            label={labels.level}
            choices={choicesOf(levelNames)}
            validate={required()}
            helperText={false}
          />
          <Text
            source="language"
            label={labels.language}
            helperText="For example en or pt-BR"
            validate={required('Enter a language')}
          />
          <PriceInput emptyMeans={course.price === null ? 'the price is not decided yet' : undefined} />
        </div>
        <CheckboxGroupInput source="clouds" label={labels.clouds} choices={choicesOf(cloudNames)} helperText={false} />
        <div className={styles.pair}>
          <LinesInput source="outcomes" label={labels.outcomes} />
          <LinesInput source="prerequisites" label={labels.prerequisites} />
          <LinesInput source="tags" label={labels.tags} />
        </div>
        <Group title={labels.instructors}>
          <ItemsInput source="instructors" itemLabel="Instructor" addLabel="Add instructor" newItem={newInstructor}>
            <Columns>
              <Text source="name" label="Name" validate={required('Enter a name')} />
              <Text source="title" label="Job title" />
            </Columns>
            <Text source="bio" label="Biography" multiline minRows={2} />
            <PictureInput
              source="picture"
              label="Picture"
              withoutOne="Square format, shown on the course page. Get the instructor’s consent first."
              removeLabel="Remove picture"
              className={styles.portrait}
            />
          </ItemsInput>
        </Group>
        <div className={styles.pair}>
          <NumberInput
            source="estimated_hours"
            label={labels.estimated_hours}
            helperText={`Leave empty to use the sum of the lessons, ${Math.round(course.computed_hours * 10) / 10}`}
            min={0}
          />
          <NumberInput source="access_days" label={labels.access_days} helperText="Leave empty for no limit" min={1} />
          <NumberInput
            source="position"
            label={labels.position}
            helperText="Low numbers come first in the catalogue"
            min={0}
            validate={required('Enter a number')}
          />
        </div>
      </EditForm>
    </div>
  )
}

const normalize = (course: CourseRecord) => ({
  ...course,
  cover: course.cover?.name ?? null,
  instructors: course.instructors.map((person) => ({ ...person, picture: person.picture?.name ?? null })),
  outcomes: filled(course.outcomes),
  prerequisites: filled(course.prerequisites),
  tags: filled(course.tags),
})

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
function PictureInput({ source, label, withoutOne, removeLabel, className = styles.cover }: Props) {
  const { field } = useInput<CourseRecord['cover']>({ source })
  const picture: CourseRecord['cover'] = field.value || null
  const changePicture = (file: StoredFile | null) => {
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
        onChange={changePicture}
        helperText={picture ? 'Replaces the picture above' : withoutOne}
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
